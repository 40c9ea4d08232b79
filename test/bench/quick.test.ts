import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = join(import.meta.dirname, 'run.ts')
const cheap = ['reads', 'build', 'costs']

async function quick(which: 'only' | 'except'): Promise<string> {
  const names = cheap.flatMap((name) => [`--${which}`, name])
  const { stdout } = await promisify(execFile)(process.execPath, [run, '--quick', ...names])
  expect(stdout).not.toMatch(/NaN|Infinity|missed|undefined/)
  return stdout
}

test('the benchmarks of the hot paths run and print every figure', { timeout: 240_000 }, async () => {
  const stdout = await quick('only')
  const named = [
    'control: bare',
    'G1:',
    'G3 304:',
    'G3 zstd:',
    'G5:',
    'G6 wallets, REST:',
    'with the request log against',
  ]
  const further = ['G14 build:', 'token lookup']
  expect([...named, ...further].filter((name) => !stdout.includes(name))).toEqual([])
})

test('every other benchmark runs and prints its figures', { timeout: 600_000, tags: ['long'] }, async () => {
  const stdout = await quick('except')
  const named = [
    'import of',
    'G7:',
    'G20:',
    'G9 growth:',
    'G10:',
    'G17 memory',
    'G17 start:',
    'G18 version:',
    'G18 help:',
    'G18 serve:',
    'G11:',
    'G15 errors:',
    'G16:',
    'G12 throughput:',
    'webhooks on this machine',
    'streamed to a collector',
    'start of the console until Home',
    'G13 paint',
    'G13 unvirtualised',
    'kB gzip',
    'longest task while',
  ]
  expect(named.filter((name) => !stdout.includes(name))).toEqual([])
})
