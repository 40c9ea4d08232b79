import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const main = fileURLToPath(new URL('../../server/main.mjs', import.meta.url))

export type Ended = { readonly status: number | null; readonly stdout: string; readonly stderr: string }

/** Settings of the person who runs the tests must not reach the commands. */
export const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('STRONGROOM_'))
  return { ...Object.fromEntries(own), XDG_DATA_HOME: join(tmpdir(), 'strongroom-no-such-folder'), ...more }
}

export const start = (args: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [main, ...args], { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] })

export async function ended(child: ChildProcess): Promise<Ended> {
  const [[status], stdout, stderr] = await Promise.all([
    once(child, 'close'),
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ])
  return { status, stdout, stderr }
}

/** Runs one command line in a process of its own. */
export const strongroom = (...args: readonly string[]): Promise<Ended> => ended(start(args))

/** Runs a command that must succeed; answers what it printed with `--json`. */
export async function strongroomJson<Value>(...args: readonly string[]): Promise<Value> {
  const { status, stdout, stderr } = await strongroom(...args, '--json')
  if (status !== 0) throw new Error(`strongroom ${args.join(' ')} ended with ${status}: ${stderr}`)
  return JSON.parse(stdout) as Value
}

/** A folder of its own for one test. */
export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'strongroom-cli-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
