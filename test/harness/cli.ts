import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** The checkout, with a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
/** The program that `strongroom` starts. */
export const main = `${root}server/main.mjs`
const preload = fileURLToPath(new URL('../store/engines/die-at.ts', import.meta.url))

export type Run = {
  /** The exit code; null when a signal ended it. */
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export type StartOptions = {
  readonly env?: NodeJS.ProcessEnv | undefined
  /** Another version than the one of this checkout. */
  readonly program?: string
  /** Kill the process right before a step: `rename:2` is its second rename. */
  readonly dieAt?: string
  /** Its standard input; none by default. */
  readonly input?: string
}

/** The environment of a command, without the settings of the person who runs the tests. */
export const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('STRONGROOM_'))
  return { ...Object.fromEntries(own), XDG_DATA_HOME: join(tmpdir(), 'strongroom-no-such-folder'), ...more }
}

/** Starts a command line in a process of its own. */
export function start(args: readonly string[], { env, dieAt, input, program = main }: StartOptions = {}): ChildProcess {
  const flags = dieAt ? ['--import', preload] : []
  const child = spawn(process.execPath, [...flags, program, ...args], {
    env: environment({ ...env, ...(dieAt && { DIE_AT: dieAt }) }),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  child.stdin?.end(input)
  return child
}

/** Waits for the end of a process, and reads what it prints until then. */
export async function ended(child: ChildProcess): Promise<Run> {
  const [[status, signal], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ])
  return { status, signal, stdout, stderr }
}

/** Runs a command line to its end. */
export const strongroom = (args: readonly string[], options?: StartOptions): Promise<Run> => ended(start(args, options))

/** Runs a command that must succeed; returns what it prints with `--json`. */
export async function strongroomJson<Value>(args: readonly string[]): Promise<Value> {
  const { status, stdout, stderr } = await strongroom([...args, '--json'])
  if (status !== 0) throw new Error(`strongroom ${args.join(' ')} ended with ${status}: ${stderr}`)
  return JSON.parse(stdout) as Value
}

/** Kills a command at its first, second, third ... step of a kind, until it lives through; `look` comes after each kill. */
export async function killAtEach(
  kind: string,
  run: (dieAt: string) => Promise<Run>,
  look: (killedAt: number) => Promise<void>,
): Promise<number> {
  for (let place = 1; ; place += 1) {
    const { status, signal, stderr } = await run(`${kind}:${place}`)
    if (signal === null && status === 0) return place - 1
    if (signal !== 'SIGKILL') throw new Error(`it ended with ${status}: ${stderr}`)
    await look(place)
  }
}
