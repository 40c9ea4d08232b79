// Preloaded into a process that is to be killed at an exact step: DIE_AT=rename:2 is right before the second rename of its
// main thread, DIE_AT=worker-rename:2 before that of its writer thread.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { isMainThread } from 'node:worker_threads'
import Database from 'better-sqlite3'

const [kind, place] = (process.env.DIE_AT ?? '').split(':')
let seen = 0

function dieWhenDue(step: string): void {
  if ((isMainThread ? step : `worker-${step}`) !== kind) return
  seen += 1
  if (seen === Number(place)) process.kill(process.pid, 'SIGKILL')
}

type Callable = (...args: unknown[]) => unknown

function watch(owner: object, name: string, stepOf: (args: unknown[]) => string): void {
  const methods = owner as Record<string, Callable>
  const original = methods[name] as Callable
  methods[name] = function (this: unknown, ...args: unknown[]) {
    dieWhenDue(stepOf(args))
    return original.apply(this, args)
  }
}

for (const [name, step] of [
  ['renameSync', 'rename'],
  ['linkSync', 'link'],
  ['rmSync', 'remove'],
  ['fsyncSync', 'fsync'],
  ['writeSync', 'overwrite'],
  ['fdatasyncSync', 'flush'],
  ['writeFileSync', 'write'],
] as const)
  watch(fs, name, () => step)
syncBuiltinESMExports()
watch(Database.prototype, 'exec', ([sql]) => (sql === 'COMMIT' ? 'commit' : ''))

/** What is sent to PostgreSQL: COMMIT, each stream of rows into it, and each look at more rows of a cursor. */
function stepOfPacket([packet]: unknown[]): string {
  const text = packet instanceof Uint8Array ? Buffer.from(packet).toString('latin1') : ''
  const [, statement = ''] = /^(?:Q.{4}|P.{4}[^\0]*\0)(COMMIT(?=\0)|COPY|FETCH)/s.exec(text) ?? []
  return statement.toLowerCase()
}
watch(net.Socket.prototype, 'write', stepOfPacket)
