import type { Statement } from 'better-sqlite3'
import type { Connection } from './connection.ts'

const kept = new WeakMap<Connection, Map<string, Statement>>()

function statementsOf(db: Connection): Map<string, Statement> {
  const statements = kept.get(db) ?? new Map<string, Statement>()
  kept.set(db, statements)
  return statements
}

/** The prepared statement for this text, prepared once per connection. */
export function prepared<Row = unknown>(db: Connection, sql: string): Statement<unknown[], Row> {
  const statements = statementsOf(db)
  const statement = statements.get(sql) ?? db.prepare(sql)
  statements.set(sql, statement)
  return statement as Statement<unknown[], Row>
}
