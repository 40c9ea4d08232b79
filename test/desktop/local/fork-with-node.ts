import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { constants } from 'node:os'
import { PassThrough } from 'node:stream'
import type { Child } from '../../../desktop/main/local/child.ts'

const signalsOf: Readonly<Record<string, number>> = constants.signals

type Options = { readonly stdio: string; readonly uid?: number | undefined; readonly env?: NodeJS.ProcessEnv }

/** What `utilityProcess.fork` does, with Node in the place of Electron; at the end it takes listeners away as that does. */
export function forkWithNode(
  module: string,
  args: readonly string[],
  { stdio, uid, env = process.env }: Options,
): Child {
  const output = stdio as 'pipe' | 'inherit'
  const child = fork(module, args, { stdio: ['ignore', output, output, 'ipc'], execArgv: [], env, ...(uid && { uid }) })
  const stdout = child.stdout?.pipe(new PassThrough()) ?? null
  const stderr = child.stderr?.pipe(new PassThrough()) ?? null
  const events = new EventEmitter()
  child.once('exit', (code, signal) => {
    events.emit('exit', code ?? 128 + (signalsOf[signal ?? ''] ?? 0))
    for (const stream of [stdout, stderr]) stream?.removeAllListeners()
  })
  return {
    pid: child.pid,
    stdout,
    stderr,
    postMessage: (message) => void (child.connected && child.send(message as object)),
    kill: () => child.kill(),
    once: (event, listener) => events.once(event, listener),
    on: (event, listener) => events.on(event, listener),
  }
}
