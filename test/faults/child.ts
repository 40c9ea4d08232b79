import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Config } from '../../server/config.ts'
import { main } from '../harness/cli.ts'

export type ChildSettings = { readonly dataDir: string; readonly logLevel: Config['logLevel'] }

export type Child = AsyncDisposable & {
  readonly url: string
  readonly pid: number
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
  /** Everything it wrote, once it has ended. */
  readonly output: Promise<string>
  /** Ends it without warning (SIGKILL), and waits until it is gone. */
  kill(): Promise<void>
}

/** Runs `strongroom serve` under `watcher` (a command line before its own); null when it ended before it listened. */
export async function startChild(settings: ChildSettings, watcher: readonly string[] = []): Promise<Child | null> {
  const { dataDir, logLevel } = settings
  const words = ['serve', '--data', dataDir, '--port', '0', '--json', '--log-level', logLevel]
  const line = [...watcher, process.execPath, main, ...words]
  const started = spawn(line[0] as string, line.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(started, 'close').then(([code]) => code as number | null)
  const output = Promise.all([text(started.stdout), text(started.stderr)]).then((parts) => parts.join(''))
  const said = await Promise.race([firstLine(started), ended.then(() => null)])
  if (said === null) return null
  const pid = started.pid as number
  const kill = async () => {
    signal(pid, 'SIGKILL')
    await ended
  }
  const { url } = JSON.parse(said) as { url?: string }
  if (url === undefined) throw new Error(`the server did not start: ${said}`)
  return { url, pid, ended, output, kill, [Symbol.asyncDispose]: kill }
}

function firstLine({ stdout }: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let line = ''
  stdout?.on('data', (chunk) => {
    line += chunk
    if (line.includes('\n')) resolve(line)
  })
  return promise
}

/** Signals a process that may be gone already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
