import type { Statement } from 'better-sqlite3'
import type { Connection } from './connection.ts'

const kept = new WeakMap<Connection, Map<string, Statement>>()

/** The prepared statement for this text, prepared once per connection. */
export function prepared<Row = unknown>(db: Connection, sql: string): Statement<unknown[], Row> {
  let statements = kept.get(db)
  if (!statements) kept.set(db, (statements = new Map()))
  let statement = statements.get(sql)
  if (!statement) statements.set(sql, (statement = db.prepare(sql)))
  return statement as Statement<unknown[], Row>
}
