import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { filesThatTakeLong, filesWithoutLongTests } from './lanes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))

test('where Chromium is missing, test files that open pages are named with the reason, and the others run', async () => {
  const args = [vitest, 'run', 'test/http/api-page.test.ts', 'test/import/moment.test.ts']
  const env = { ...process.env, PATH: dirname(process.execPath) }
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
  expect(stdout).toContain('skipped: all of test/http/api-page.test.ts (Chromium is not installed)\n')
  expect(stdout).toMatch(/\n[1-9]\d* passed, 0 failed, 0 skipped, files not run: 1\n$/)
})

test('tests tagged "long" are left out and counted, and the others of their file run', async () => {
  const args = [vitest, 'run', 'test/docs/commands.test.ts', '--tags-filter', 'not long']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
  expect(stdout).toMatch(/\n[1-9]\d* passed, 0 failed, 0 skipped, [1-9]\d* left out\n$/)
  expect(stdout).not.toContain('skipped: ')
})

test('the long lane reads only files with a test tagged "long"', () => {
  const others = filesWithoutLongTests()
  expect(others).toContain('test/import/moment.test.ts')
  for (const file of ['test/fresh/fresh.test.ts', 'test/cli/demo.test.ts']) expect(others).not.toContain(file)
})

test('the quick lane leaves out what starts programs, and keeps the core of rotation and access', () => {
  const long = filesThatTakeLong()
  expect(long).toEqual(expect.arrayContaining(['test/cli/serve.test.ts', 'test/lanes.test.ts']))
  expect(long).not.toContain('test/rotations/rotate-credentials.test.ts')
  expect(long).not.toContain('test/import/moment.test.ts')
})
