import { aroundAll, beforeEach, expect } from 'vitest'
import { leftoversSince, processState } from './harness/leftovers.ts'
import { reportWitnesses } from './harness/witnesses.ts'

// Files run one after the other in a process, so that it is started and imports the server only once.
const before = await processState()
aroundAll(async (runFile) => {
  await runFile()
  expect(await leftoversSince(before), 'left behind for the next test file').toEqual([])
})

beforeEach(reportWitnesses)
