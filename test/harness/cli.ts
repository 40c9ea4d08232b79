import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const preload = fileURLToPath(new URL('../store/engines/die-at.ts', import.meta.url))

export type Run = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

type Options = {
  /** Kill the process right before a step: `rename:2` is its second rename. */
  readonly dieAt?: string
}

/** Runs a command of Strongroom's as a person would. */
export async function strongroom(args: readonly string[], { dieAt }: Options = {}): Promise<Run> {
  const env = { ...process.env, ...(dieAt && { DIE_AT: dieAt }) }
  const flags = dieAt ? ['--import', preload] : []
  const child = spawn(process.execPath, [...flags, `${root}server/main.mjs`, ...args], { env })
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const [stdout, stderr, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, signal, stdout, stderr }
}

/** Kills a command at its first, second, third ... step of a kind, until it lives through; `look` comes after each kill. */
export async function killAtEach(
  kind: string,
  start: (dieAt: string) => Promise<Run>,
  look: (killedAt: number) => Promise<void>,
): Promise<number> {
  for (let place = 1; ; place += 1) {
    const run = await start(`${kind}:${place}`)
    if (run.signal === null && run.code === 0) return place - 1
    if (run.signal !== 'SIGKILL') throw new Error(`it ended with ${run.code}: ${run.stderr}`)
    await look(place)
  }
}
