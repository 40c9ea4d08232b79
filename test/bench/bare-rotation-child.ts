import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'

/**
 * What this machine can do at best: a commit, the wait for the provider, a commit, an answer. No token, checks, audit or
 * encryption; writes that wait in one turn of the event loop share a commit: `bare-rotation-child.ts FOLDER DELAY`.
 */
const [folder = '', delay] = process.argv.slice(2)
const db = new Database(join(folder, 'bare.db'))
for (const setting of ['journal_mode = WAL', 'synchronous = FULL']) db.pragma(setting)
db.exec('CREATE TABLE rotations (rotation_id INTEGER PRIMARY KEY, request TEXT, ended_at INTEGER)')
const begin = db.prepare('INSERT INTO rotations (request) VALUES (?)')
const end = db.prepare('UPDATE rotations SET ended_at = ? WHERE rotation_id = ?')

type Waiting = { readonly work: () => Database.RunResult; resolve(result: Database.RunResult): void }
const waiting: Waiting[] = []

const commit = (work: Waiting['work']) =>
  new Promise<Database.RunResult>((resolve) => {
    if (waiting.push({ work, resolve }) === 1) setImmediate(commitAll)
  })

const runAll = db.transaction((writes: readonly Waiting[]) => writes.map(({ work }) => work()))

function commitAll(): void {
  const writes = waiting.splice(0)
  for (const [at, result] of runAll(writes).entries()) writes[at]?.resolve(result)
}

const server = createServer(async (request, response) => {
  const text = JSON.stringify(await json(request))
  const { lastInsertRowid } = await commit(() => begin.run(text))
  if (Number(delay) > 0) await wait(Number(delay))
  await commit(() => end.run(Date.now(), lastInsertRowid))
  const body = '{"success":true}'
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
})

server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
process.on('SIGTERM', () => process.exit())
