import type { TestContext } from 'vitest'

/** What can tell, when a test fails, in which state it was; each is there for as long as what it tells of. */
export const witnesses = new Set<() => Promise<string>>()

/** Has the report of a failed test say what the witnesses saw, below its error. */
export function reportWitnesses({ task, onTestFailed }: TestContext): void {
  onTestFailed(async () => {
    const said = await Promise.all([...witnesses].map((ask) => ask().catch(String)))
    const [error] = task.result?.errors?.slice(-1) ?? []
    if (error && said.length > 0) error.message = [error.message, ...said].join('\n\n')
  })
}
