import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type Run, type StartOptions, start } from '../harness/cli.ts'

export type ServingProcess = AsyncDisposable & {
  readonly pid: number
  /** What it had printed on standard output once it was ready. */
  readonly greeting: string
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Run>
}

/** What `--json` prints ends so. */
const objectAndLine = /\}\n$/

type ServingOptions = StartOptions & { readonly ready?: RegExp }

/** Starts a command that goes on until it is stopped; it is ready once its output matches. */
export const serving = (args: readonly string[], { ready, ...options }: ServingOptions = {}): Promise<ServingProcess> =>
  untilReady(start(args, options), ready)

/** Waits until what a process prints matches, or fails with the errors that it ended with. */
export async function untilReady(child: ChildProcess, ready: RegExp = objectAndLine): Promise<ServingProcess> {
  const output = { stdout: '', stderr: '' }
  child.stderr?.setEncoding('utf8').on('data', (chunk) => (output.stderr += chunk))
  const closed = once(child, 'close') as Promise<[Run['status'], Run['signal']]>
  const isReady = new Promise<void>((resolve) =>
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      output.stdout += chunk
      if (ready.test(output.stdout)) resolve()
    }),
  )
  await Promise.race([isReady, closed.then(() => Promise.reject(new Error(`it ended: ${output.stderr}`)))])
  const stop = async (kill: NodeJS.Signals = 'SIGTERM') => {
    child.kill(kill)
    const [status, signal] = await closed
    return { status, signal, ...output }
  }
  return { pid: pidOf(child), greeting: output.stdout, stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('the process did not start')
  return pid
}

export type Addresses = {
  readonly url: string
  readonly trpcUrl: string
  readonly docsUrl: string
  readonly metricsUrl?: string
  readonly simulatorUrl?: string
}

/** Serves a folder on a free port. */
export async function serveFolder(
  dataDir: string,
  ...more: readonly string[]
): Promise<ServingProcess & { readonly addresses: Addresses }> {
  const server = await serving(['serve', '--data', dataDir, '--port', '0', '--json', ...more])
  return { ...server, addresses: JSON.parse(server.greeting) as Addresses }
}
