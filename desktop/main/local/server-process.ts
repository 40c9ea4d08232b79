import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Problem } from '../../bridge/failures.ts'
import { t } from '../../words/words.ts'
import { endPolitely, environmentWithoutSettings, type ForkServer, outputOf } from './child.ts'
import { problemIn } from './cli-process.ts'
import { folderArgs, type LocalFolder } from './folder.ts'

const Started = z.object({ url: z.url() })

/** Where a server listens. */
export type Started = z.infer<typeof Started>

/** One run of the server. `ready` resolves to its address or why it has none; `ended` resolves in any case. */
export type ServerProcess = {
  readonly ready: Promise<Result<Started, Problem>>
  readonly ended: Promise<number>
  stop(): Promise<void>
}

const argsOf = (folder: LocalFolder): readonly string[] => {
  const args = ['serve', '--port', '0', '--while-runs', `${process.pid}`, '--access-log', 'off', '--json']
  return [...args, ...folderArgs(folder), ...(folder.isDemo ? ['--demo'] : [])]
}

const unexplained = (code: number): Problem => ({
  message: t('localServer:endedEarly.message', { code }),
  nextStep: t('localServer:endedEarly.nextStep'),
})

function read(line: string): Result<Started, Problem> | null {
  try {
    const value: unknown = JSON.parse(line)
    const problem = problemIn(value)
    return problem ? err(problem) : ok(Started.parse(value))
  } catch {
    return null
  }
}

type Options = { readonly folder: LocalFolder; readonly onLine: (line: string) => void }

/** Serves a folder on a free port of loopback, for as long as this process runs. */
export function startServerProcess(fork: ForkServer, { folder, onLine }: Options): ServerProcess {
  const env = environmentWithoutSettings()
  const child = fork(argsOf(folder), { stdio: 'pipe', serviceName: 'Strongroom server', env })
  const { promise: ready, resolve } = Promise.withResolvers<Result<Started, Problem>>()
  const ended = new Promise<number>((resolveEnd) => child.once('exit', resolveEnd))
  createInterface({ input: outputOf(child.stderr, ended) }).on('line', onLine)
  const printed = createInterface({ input: outputOf(child.stdout, ended) })
  printed.on('line', (line) => {
    const started = read(line)
    if (started) resolve(started)
  })
  // What it printed last may arrive after its end.
  void Promise.all([ended, once(printed, 'close')]).then(([code]) => resolve(err(unexplained(code))))
  return { ready, ended, stop: () => endPolitely(child, ended) }
}
