import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { environment } from './cli.ts'
import { until } from './until.ts'

/** `script` of util-linux, which can echo although a program types. */
export const hasTerminal = spawnSync('script', ['--help']).stdout?.includes('--echo') === true

/** A program on a terminal of its own, and a person at it. */
export type Terminal = AsyncDisposable & {
  /** All that was shown so far. */
  screen(): string
  /** Types once the text is shown. */
  type(keys: string, after: string): Promise<void>
  /** The exit code. */
  readonly ended: Promise<number | null>
}

export const keys = { enter: '\r', interrupt: '\u0003', end: '\u0004' } as const

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`

async function exitCodeOf(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}

/** Runs a program on a pseudo-terminal that shows what is typed, unless the program turns that off. */
export function openTerminal(command: readonly string[], env: NodeJS.ProcessEnv = {}): Terminal {
  const child = spawn(
    'script',
    ['--quiet', '--return', '--echo', 'always', '--command', command.map(quoted).join(' '), '/dev/null'],
    {
      env: environment({ ...env, SHELL: '/bin/sh', TERM: 'xterm-256color' }),
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
  })
  child.stdin.on('error', () => {})
  const ended = exitCodeOf(child)
  return {
    screen: () => shown,
    async type(text, after) {
      await until(() => shown.includes(after) || child.exitCode !== null)
      child.stdin.write(text)
    },
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
