import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { setLanguage } from '../desktop/words/words.ts'
import { leftoversSince, processState } from './harness/leftovers.ts'
import { temporaryFolder } from './harness/temporary-folder.ts'
import { testFilesWhere } from './imports.ts'

const ignore = () => {}

/** Each changes the process, and answers how to put it back. */
const changes: readonly [string, string | RegExp, () => (() => unknown) | Promise<() => unknown>][] = [
  [
    'a variable that is set',
    'environment variable STRONGROOM_LEFT',
    () => {
      process.env.STRONGROOM_LEFT = 'yes'
      return () => delete process.env.STRONGROOM_LEFT
    },
  ],
  [
    'a variable that is removed',
    'environment variable PATH',
    () => {
      const path = process.env.PATH
      delete process.env.PATH
      return () => {
        process.env.PATH = path
      }
    },
  ],
  [
    'another working directory',
    'working directory',
    () => {
      const folder = process.cwd()
      process.chdir('/')
      return () => process.chdir(folder)
    },
  ],
  [
    'another umask',
    'umask',
    () => {
      const mask = process.umask(0o123)
      return () => process.umask(mask)
    },
  ],
  [
    'a listener of the process',
    'listeners of SIGUSR2',
    () => {
      process.on('SIGUSR2', ignore)
      return () => process.off('SIGUSR2', ignore)
    },
  ],
  [
    'a replaced global',
    'global fetch',
    () => {
      vi.stubGlobal('fetch', ignore)
      return () => vi.unstubAllGlobals()
    },
  ],
  [
    'another language of the texts',
    'language of the texts',
    () => {
      setLanguage('de')
      return () => setLanguage('en')
    },
  ],
  [
    'a server that listens',
    /^listening server \d+$/,
    async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      return () => server.close()
    },
  ],
  [
    'a process that runs',
    /^process \d+: .*--interactive/,
    () => {
      const child = spawn(process.execPath, ['--interactive'], { stdio: ['pipe', 'ignore', 'ignore'] })
      return () => child.kill('SIGKILL')
    },
  ],
]

test.for(changes)('%s is noticed until it is put back', async ([, what, change]) => {
  const before = await processState()
  const putBack = await change()
  try {
    expect(await leftoversSince(before, 0)).toEqual([typeof what === 'string' ? what : expect.stringMatching(what)])
  } finally {
    await putBack()
  }
  expect(await leftoversSince(before)).toEqual([])
})

test('a file that stays open is noticed until it is closed', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux lists what a process has open')
  await using folder = await temporaryFolder()
  const before = await processState()
  const file = join(folder.path, 'left')
  const opened = openSync(file, 'w')
  expect(await leftoversSince(before, 0)).toEqual([`open file ${file}`])
  closeSync(opened)
  expect(await leftoversSince(before)).toEqual([])
})

test('fake timers are noticed', async () => {
  const before = await processState()
  vi.useFakeTimers({ toFake: ['Date'] })
  expect(await leftoversSince(before, 0)).toEqual(expect.arrayContaining(['fake timers', 'global Date']))
  vi.useRealTimers()
  expect(await leftoversSince(before)).toEqual([])
})

const overrides = /\.override\(/

test('no file overrides a fixture, which would stay so for the test files after it; they extend it', () => {
  expect("test.override('config', {})").toMatch(overrides)
  expect(testFilesWhere((text) => overrides.test(text))).toEqual(['test/leftovers.test.ts'])
})
