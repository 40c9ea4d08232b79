// Preloaded into a process whose COMMITs are to lose their answers. LOSE_ANSWERS names a file with "KIND TIMES": so many
// COMMITs fail, as when a flush fails or a connection breaks, after they were done (`committed`) or in their place
// (`uncommitted`).
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import pg from 'pg'

const file = process.env.LOSE_ANSWERS ?? ''

/** Whether the next answer is to be lost, and how. */
function takeLoss(): string | null {
  if (!existsSync(file)) return null
  const [kind = '', times] = readFileSync(file, 'utf8').split(' ')
  if (Number(times) > 1) writeFileSync(file, `${kind} ${Number(times) - 1}`)
  else rmSync(file)
  return kind
}

type Exec = (this: Database.Database, sql: string) => Database.Database

const methods = Database.prototype as unknown as { exec: Exec }
const original = methods.exec
methods.exec = function exec(sql) {
  const loss = sql === 'COMMIT' ? takeLoss() : null
  if (loss === null) return original.call(this, sql)
  if (loss === 'committed') original.call(this, sql)
  throw new Database.SqliteError('the answer to the COMMIT was lost', 'SQLITE_IOERR_FSYNC')
}

type Asks = { query(this: WithSocket, ...given: unknown[]): Promise<unknown> }
type WithSocket = { readonly connection: { readonly stream: { destroy(): void } } }

const client = pg.Client.prototype as unknown as Asks
const { query: ask } = client
client.query = async function query(...given) {
  const loss = given[0] === 'COMMIT' ? takeLoss() : null
  if (loss === null) return ask.call(this, ...given)
  if (loss === 'committed') await ask.call(this, ...given)
  this.connection.stream.destroy()
  throw new Error('Connection terminated unexpectedly')
}
