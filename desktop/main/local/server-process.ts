import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { endPolitely, environmentWithoutSettings, type ForkServer, outputOf } from './child.ts'
import { type CliTrouble, troubleIn } from './cli-process.ts'
import { folderArgs, type LocalFolder } from './folder.ts'

/** One run of the server: `ready` tells its address, or what stood in its way; `ended` comes in any case. */
export type ServerProcess = {
  readonly ready: Promise<{ readonly url: string } | { readonly trouble: CliTrouble }>
  readonly ended: Promise<number>
  stop(): Promise<void>
}

const Addresses = z.object({ url: z.url() })

const argsOf = (folder: LocalFolder): readonly string[] => [
  ...['serve', '--port', '0', '--while-runs', `${process.pid}`, '--access-log', 'off', '--json'],
  ...folderArgs(folder),
  ...(folder.isDemo ? ['--demo'] : []),
]

const unexplained = (code: number): CliTrouble => ({
  message: `it ended with ${code} before it was ready`,
  nextStep: 'Read its log, then start it again.',
})

function read(line: string): { url: string } | { trouble: CliTrouble } | null {
  try {
    const value: unknown = JSON.parse(line)
    const trouble = troubleIn(value)
    return trouble ? { trouble } : Addresses.parse(value)
  } catch {
    return null
  }
}

type Options = { readonly folder: LocalFolder; readonly onLine: (line: string) => void }

/** Serves a folder on a free port of loopback, for as long as this process runs. */
export function startServerProcess(fork: ForkServer, { folder, onLine }: Options): ServerProcess {
  const env = environmentWithoutSettings()
  const child = fork(argsOf(folder), { stdio: 'pipe', serviceName: 'Strongroom server', env })
  const { promise: ready, resolve } = Promise.withResolvers<Awaited<ServerProcess['ready']>>()
  const ended = new Promise<number>((resolveEnd) => child.once('exit', resolveEnd))
  createInterface({ input: outputOf(child.stderr, ended) }).on('line', onLine)
  const printed = createInterface({ input: outputOf(child.stdout, ended) })
  printed.on('line', (line) => {
    const said = read(line)
    if (said) resolve(said)
  })
  // What it printed last may arrive after its end.
  void Promise.all([ended, once(printed, 'close')]).then(([code]) => resolve({ trouble: unexplained(code) }))
  return { ready, ended, stop: () => endPolitely(child, ended) }
}
