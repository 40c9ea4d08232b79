// @module-tag long
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = join(import.meta.dirname, 'run.ts')

test('the quick lane of the benchmark runs and prints every figure', {
  timeout: 240_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [run, '--quick'])
  const named = [
    'wallet listing',
    'reserves',
    '304',
    'zstd',
    'rebuilt after a new transaction',
    'with the request log against the same without it',
    'kept, with the request log',
    'first build',
    'memory at rest',
    'start of the console',
    'first rows painted',
    'elements in the page',
    'are scrolled',
    'key pressed in the search',
    'kB gzip',
    'µs token lookup',
  ]
  expect(named.filter((name) => !stdout.includes(name))).toEqual([])
  expect(stdout).not.toMatch(/NaN|Infinity|MISSED/)
})
