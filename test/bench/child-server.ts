import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { main } from '../harness/cli.ts'

/** CPU time so far, microseconds. */
type CpuUse = {
  /** Of the one thread that answers. */
  readonly mainThread: number
  readonly allThreads: number
}

/** A server in a process of its own. */
export type ChildServer = AsyncDisposable & {
  readonly url: string
  readonly pid: number
  cpu(): CpuUse
  /** Resident memory, MB. */
  memory(): number
}

/** The limits of a token are checked, but not reached. */
const atFullSpeed = ['--token-rate', '999999', '--token-in-flight', '999999']

export type Settings = { readonly env?: NodeJS.ProcessEnv; readonly accessLog?: 'on' | 'off' }

export const startStrongroom = (
  dataDir: string,
  { env = {}, accessLog = 'off' }: Settings = {},
): Promise<ChildServer> =>
  startChildServer(
    [main, 'serve', '--data', dataDir, '--port', '0', '--access-log', accessLog, ...atFullSpeed, '--json'],
    env,
  )

export const startBareServer = (bodyFile: string): Promise<ChildServer> =>
  startChildServer([join(import.meta.dirname, 'bare-child.ts'), bodyFile])

/** One that asks a question of the database of these variables before each answer. */
export const startAskingServer = (bodyFile: string, env: NodeJS.ProcessEnv): Promise<ChildServer> =>
  startChildServer([join(import.meta.dirname, 'bare-child.ts'), bodyFile, 'ask'], env)

/** Runs a script that prints a line of JSON with its `url` once it listens. */
export async function startChildServer(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<ChildServer> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const pid = child.pid as number
  const { url } = JSON.parse(await firstLine(child)) as { url: string }
  return {
    url,
    pid,
    cpu: () => cpuOf(pid),
    memory: () => memoryOf(pid),
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function firstLine({ stdout, stderr }: ChildProcess): Promise<string> {
  let said = ''
  stderr?.on('data', (text) => (said = `${said}${text}`.slice(-10_000)))
  for await (const line of createInterface({ input: stdout as NodeJS.ReadableStream })) return line
  throw new Error(`a server ended before it listened: ${said}`)
}

function cpuOf(pid: number): CpuUse {
  const threads = readdirSync(`/proc/${pid}/task`).map(Number)
  const times = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return {
    mainThread: (times[threads.indexOf(pid)] ?? 0) / 1_000,
    allThreads: times.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1_000,
  }
}

function memoryOf(pid: number): number {
  const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kibibytes) * 1_024) / 1e6
}
