// Preloaded into a process that is to be killed at an exact step: DIE_AT=rename:2 is right before the second rename of its
// main thread, DIE_AT=worker-rename:2 before that of its writer thread.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import Database from 'better-sqlite3'
import pg from 'pg'

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

/** COMMIT, each stream of rows into the database, and each look at more rows of a cursor. */
function stepOfQuery([query]: unknown[]): string {
  const text = typeof query === 'string' ? query : `${(query as { readonly text?: unknown }).text}`
  return /^(COMMIT$|COPY|FETCH)/.exec(text)?.[0].toLowerCase() ?? ''
}
watch(pg.Client.prototype, 'query', stepOfQuery)
