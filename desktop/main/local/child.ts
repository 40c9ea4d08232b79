import { PassThrough, type Readable } from 'node:stream'

/** A child as Electron's `utilityProcess.fork` gives it, as far as it is used here. */
export type Child = {
  readonly pid: number | undefined
  readonly stdout: NodeJS.ReadableStream | null
  readonly stderr: NodeJS.ReadableStream | null
  postMessage(message: unknown): void
  kill(): boolean
  once(event: 'exit', listener: (code: number) => void): unknown
  on(event: 'error', listener: () => void): unknown
}

export type ForkOptions = {
  readonly stdio: 'pipe' | 'inherit'
  readonly serviceName: string
  /** That of this process unless given. */
  readonly env?: NodeJS.ProcessEnv
}

/** This process's environment without settings of the server: the window gives its own, as options. */
export const environmentWithoutSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('STRONGROOM_')))

/** Starts a command of the server's bundle in a process of its own. */
export type ForkServer = (args: readonly string[], options: ForkOptions) => Child

type ForkModule = (module: string, args: string[], options: ForkOptions) => Child

/** Binds `utilityProcess.fork` to the bundle's entry. */
export const forkOf =
  (fork: ForkModule, module: string): ForkServer =>
  (args, options) => {
    const child = fork(module, [...args], options)
    // Without a listener it would throw here; the exit that follows is what counts.
    child.on('error', () => {})
    return child
  }

/** How long each way of asking may take. The server itself cuts its connections off after 20 seconds. */
const patienceMs = { polite: 21_000, firm: 3_000 } as const

function endsWithin(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  void ended.then(() => resolve(true)).finally(() => clearTimeout(timer))
  return promise
}

/** Sends a signal of the system; `kill` of a utility process knows but one. */
export function sendSignal({ pid }: Child, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

/** Asks a server to stop, which finishes what is in flight; a server that does not stop is killed. */
export async function endPolitely(child: Child, ended: Promise<unknown>): Promise<void> {
  // A child that has ended may have no way left to be asked.
  if (await endsWithin(ended, 0)) return
  child.postMessage('stop')
  if (!(await endsWithin(ended, patienceMs.polite))) await endNow(child, ended)
}

/** Ends a child at once; what it has confirmed is stored. */
export async function endNow(child: Child, ended: Promise<unknown>): Promise<void> {
  child.kill()
  if (await endsWithin(ended, patienceMs.firm)) return
  sendSignal(child, 'SIGKILL')
  await ended
}

/** How long output may still be on its way after the end of its process. */
const lateOutputMs = 2_000

/**
 * What a child writes, to its end. Electron takes every listener off a child's streams when it exits, although its last
 * words may still be on their way; here they are listened for again.
 */
export function outputOf(stream: NodeJS.ReadableStream | null, exited: Promise<unknown>): Readable {
  const output = new PassThrough()
  if (!stream) return output.end()
  const take = (chunk: Buffer) => void (output.writableEnded || output.write(chunk))
  const finish = () => void output.end()
  const listen = () => void stream.off('data', take).off('end', finish).on('data', take).on('end', finish)
  listen()
  void exited.then(() => {
    listen()
    setTimeout(finish, lateOutputMs).unref()
  })
  return output
}
