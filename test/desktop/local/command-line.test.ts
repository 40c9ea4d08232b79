import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { commandLineOf } from '../../../desktop/main/local/command-line.ts'
import { ended, environment, strongroom } from '../../harness/cli.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { bundleForTests } from './bundle.ts'

const bundle = bundleForTests()
const root = join(import.meta.dirname, '../../..')

/** Starts the console of a system with these arguments, in a process of its own. */
const startOn = (platform: string, args: readonly string[]) =>
  spawn(process.execPath, [join(import.meta.dirname, 'command-line-child.ts'), platform, bundle.entry, ...args], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })

test.each([
  [
    ['serve', '--demo'],
    ['serve', '--demo'],
  ],
  [
    ['--no-sandbox', '--disable-gpu', 'token', 'list'],
    ['token', 'list'],
  ],
  [
    ['--ozone-platform=wayland', 'import', '/tmp/a.csv', '--json'],
    ['import', '/tmp/a.csv', '--json'],
  ],
  [['--help'], ['--help']],
  [['--disable-gpu', '-V'], ['-V']],
  [
    ['--', 'serve', '--allowed-host', 'desk.example:8443'],
    ['serve', '--allowed-host', 'desk.example:8443'],
  ],
  [
    ['help', 'serve'],
    ['help', 'serve'],
  ],
  [['improt'], ['improt']],
])('%j is a command line', (argv, command) => {
  expect(commandLineOf(argv)).toEqual(command)
})

test.each([
  [[]],
  [['--no-sandbox']],
  [['--']],
  [['.']],
  [['/opt/app']],
  [['--disable-gpu', './app', 'serve']],
  [['strongroom://x']],
])('%j opens a window', (argv) => {
  expect(commandLineOf(argv)).toBe(null)
})

describe.each(['linux', 'win32'])('on %s', (platform) => {
  const start = (...args: readonly string[]) => startOn(platform, args)

  test.each([
    ['help', ['--help']],
    ['a mistake of usage', ['serve', '--port', 'x']],
    ['a command that is not there', ['improt']],
    ['a folder that is not there', ['token', 'list', '--data', '/nowhere', '--json']],
  ])('%s prints and exits byte for byte like the checkout', async (_what, args) => {
    expect(await ended(start('--no-sandbox', ...args))).toEqual(await strongroom(args))
  })

  test('a command prints what the checkout prints', async () => {
    await using folder = await temporaryFolder()
    const data = ['--data', folder.path]
    expect((await ended(start('demo', ...data))).status).toBe(0)
    for (const args of [
      ['token', 'list', ...data],
      ['audit', 'export', ...data],
    ])
      expect(await ended(start(...args))).toEqual(await strongroom(args))
    const broken = await ended(start('audit', 'verify', ...data, '--key-file'))
    expect(broken.status).toBe(2)
  })

  test('an import from standard input is refused', async () => {
    await using folder = await temporaryFolder()
    const { status, stderr } = await ended(start('import', '-', '--data', folder.path))
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('use a file instead') })
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('%s reaches the command, which stops gracefully', async (signal) => {
    await using folder = await temporaryFolder()
    const serving = start('serve', '--data', folder.path, '--port', '0', '--json')
    const [line] = await once(serving.stdout, 'data')
    const { url } = JSON.parse(String(line)) as { url: string }
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const end = ended(serving)
    serving.kill(signal)
    expect((await end).status).toBe(0)
    await expect(fetch(url)).rejects.toThrow()
  })

  test('a reader that closes the pipe early causes no failure', async () => {
    const listing = start('--help')
    listing.stdout.destroy()
    const [[status], said] = await Promise.all([once(listing, 'exit'), text(listing.stderr)])
    expect({ status, said }).toEqual({ status: 0, said: '' })
  })
})

test('only an import and what asks a person read standard input, which a utility process lacks', () => {
  const sources = globSync('server/**/*.ts', { cwd: root })
  expect(sources.length).toBeGreaterThan(100)
  const reading = sources.filter((file) =>
    /(?<!child\.)\bstdin\b|\/dev\/stdin|openSync\(0/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(reading.sort()).toEqual([
    join('server', 'cli', 'remote', 'secret-input.ts'),
    join('server', 'import', 'files.ts'),
  ])
})
