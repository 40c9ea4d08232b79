import type { TestContext } from 'vitest'

/** What a test of a fault measured, in milliseconds; docs/reliability.md shows it. */
export type FaultFigures = {
  readonly fault: string
  /** How long each request took that was sent during the fault, until its answer. */
  readonly answers: readonly number[]
  /** How long it took after the fault until servers were ready, or nothing was open any more. */
  readonly recoveries: readonly number[]
}

/** Where a test leaves its figures for the reporter. */
export type FaultMeta = { readonly faultFigures?: FaultFigures }

export type FaultWatch = {
  answer<Answer>(request: Promise<Answer>): Promise<Answer>
  recovery(until: Promise<unknown>, since?: number): Promise<void>
}

async function timed<Output>(work: Promise<Output>, into: number[], since = performance.now()): Promise<Output> {
  const output = await work
  into.push(Math.round(performance.now() - since))
  return output
}

/** Measures one fault; nothing is asserted of the times. */
export function watchFault({ task }: Pick<TestContext, 'task'>, fault: string): FaultWatch {
  const answers: number[] = []
  const recoveries: number[] = []
  Object.assign(task.meta, { faultFigures: { fault, answers, recoveries } } satisfies FaultMeta)
  return {
    answer: (request) => timed(request, answers),
    recovery: async (until, since) => void (await timed(until, recoveries, since)),
  }
}
