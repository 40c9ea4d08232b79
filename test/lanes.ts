import type { TestTagDefinition } from 'vitest'
import { testFilesWhere } from './imports.ts'

declare module 'vitest' {
  interface TestTags {
    tags: 'long'
  }
}

/** `npm test` leaves these tests out, and `npm run test:long` runs only them; CI runs both. */
export const tags: TestTagDefinition[] = [
  {
    name: 'long',
    description: 'Repeats a scenario at each of its steps, or builds and installs packages.',
    timeout: 600_000,
  },
]

/** Test files that open pages of a browser. */
export const filesThatNeedBrowser = (): readonly string[] =>
  testFilesWhere((_text, file) => file === 'test/harness/browser.ts')

/** Starting a program, a browser, or a server with all its parts takes longer than most of what a test then asks. */
const startsMuch = /from 'node:child_process'|from 'playwright-core'|startTestServer\(/

/** The core of what an operator relies on, though each of these starts a server. */
const core = [
  'test/api/access.test.ts',
  'test/api/exact-numbers.test.ts',
  'test/api/idempotency.test.ts',
  'test/api/parity.test.ts',
  'test/rotations/rotate-credentials.test.ts',
]

/** Nothing starts here, but deriving keys and hostile input take their time. */
const demanding = ['test/desktop/lock/unlock.test.ts', 'test/providers/event-loop.test.ts']

const isTagged = /tags: .*\['long'\]|^\/\/ @module-tag long$/m

/** Test files without a test that is tagged `long`. */
export function filesWithoutLongTests(): readonly string[] {
  const tagged = new Set(testFilesWhere((text) => isTagged.test(text)))
  return testFilesWhere(() => true).filter((file) => !tagged.has(file))
}

/** What `npm run test:quick` leaves out. */
export function filesThatTakeLong(): readonly string[] {
  const kept = new Set(core)
  return [...demanding, ...testFilesWhere((text) => startsMuch.test(text)).filter((file) => !kept.has(file))]
}
