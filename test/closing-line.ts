import type { Reporter, TestCase, TestModule } from 'vitest/node'

const noteOf = (test: TestCase): string | undefined => {
  const result = test.result()
  return result.state === 'skipped' ? result.note : undefined
}

/** Test files that cannot run here at all, and why. */
export type NotRun = { readonly files: readonly string[]; readonly reason: string }

/** Files that the command line names; none stand for all. */
const filters = process.argv.filter((word) => word.startsWith('test/'))

/** Why the first attempt of a test failed that then passed. */
const firstErrorOf = (test: TestCase): string => test.result().errors?.[0]?.message.split('\n')[0] ?? ''

/** Names all that was skipped or needed a second attempt with the reason, and ends with one plain line of counts. */
export const closingLine = (notRun: readonly NotRun[]): Reporter => ({
  onTestRunEnd(modules: readonly TestModule[], errors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const inState = (state: string) => tests.filter((test) => test.result().state === state)
    const broken = errors.length + modules.filter((module) => module.errors().length > 0).length
    const skipped = inState('skipped').filter(noteOf)
    // No test skips itself without a note, so a filter of the command line left these out.
    const leftOut = inState('skipped').length - skipped.length
    const flaky = tests.filter((test) => test.diagnostic()?.flaky)
    for (const test of flaky) process.stdout.write(`flaky: ${test.fullName} (${firstErrorOf(test)})\n`)
    for (const test of skipped) process.stdout.write(`skipped: ${test.fullName} (${noteOf(test)})\n`)
    const all = notRun.flatMap(({ files, reason }) => files.map((file) => ({ file, reason })))
    const asked = all.filter(({ file }) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    for (const { file, reason } of asked) process.stdout.write(`skipped: all of ${file} (${reason})\n`)
    const counts = [
      `${inState('passed').length} passed`,
      `${inState('failed').length + broken} failed`,
      `${skipped.length} skipped`,
      ...(flaky.length > 0 ? [`${flaky.length} flaky`] : []),
      ...(leftOut > 0 ? [`${leftOut} left out`] : []),
      ...(asked.length > 0 ? [`files not run: ${asked.length}`] : []),
    ]
    process.once('exit', () => process.stdout.write(`${counts.join(', ')}\n`))
  },
})
