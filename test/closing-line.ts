import type { Reporter, TestCase, TestModule } from 'vitest/node'

const reasonOf = (test: TestCase) => {
  const result = test.result()
  return (result.state === 'skipped' && result.note) || 'no reason given'
}

/** Names every skipped test with its reason, and ends the run with one plain line of counts. */
export const closingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], errors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const inState = (state: string) => tests.filter((test) => test.result().state === state)
    const broken = errors.length + modules.filter((module) => module.errors().length > 0).length
    for (const test of inState('skipped')) process.stdout.write(`skipped: ${test.fullName} (${reasonOf(test)})\n`)
    process.once('exit', () =>
      process.stdout.write(
        `${inState('passed').length} passed, ${inState('failed').length + broken} failed, ${inState('skipped').length} skipped\n`,
      ),
    )
  },
}
