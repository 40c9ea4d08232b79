import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { prepared } from '../../../server/store/sqlite/statements.ts'

const tables = `
  CREATE TABLE people (person_id INTEGER PRIMARY KEY, name TEXT, team_id INTEGER);
  CREATE TABLE teams (team_id INTEGER PRIMARY KEY, title TEXT);
  INSERT INTO teams VALUES (1, 'red'), (2, 'blue');
  INSERT INTO people VALUES (1, 'Ada', 1), (2, 'Bo', 2), (3, 'Cy', 2)`

function openTables() {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  return db.exec(tables)
}

/** How often SQLite plans the statement in three runs: better-sqlite3 makes a function for the rows of each plan. */
function plansOf(statement: Database.Statement, value: unknown): number {
  using made = vi.spyOn(globalThis, 'Function')
  for (let run = 0; run < 3; run += 1) statement.get(value)
  return made.mock.calls.length
}

test.for([
  ['of a join', 'SELECT name, title FROM people JOIN teams USING (team_id) WHERE person_id = ?', 2],
  ['with an order', 'SELECT name FROM people WHERE team_id = ? ORDER BY person_id', 2],
  ['with a limit', 'SELECT name FROM people ORDER BY person_id LIMIT ?', 2],
  ['with a named parameter', 'SELECT name FROM people ORDER BY person_id LIMIT $most', { most: 2 }],
] as const)('a statement %s is planned once, where SQLite alone plans it again in each run', ([, sql, value]) => {
  const db = openTables()
  expect(plansOf(prepared(db, sql), value)).toBe(1)
  expect(plansOf(db.prepare(sql), value)).toBe(3)
})

test('what looks like a parameter in a text stays as it is', () => {
  const db = openTables()
  const sql = `SELECT '?' AS mark, 'it''s $5' AS price, '{"a":7}' ->> '$.a' AS member, ? AS given`
  expect(prepared(db, sql).get('x')).toEqual({ mark: '?', price: "it's $5", member: 7, given: 'x' })
})

test('a bound value keeps its type', () => {
  const db = openTables()
  const read = prepared<{ value: unknown }>(db, 'SELECT ? AS value')
  for (const value of [null, 'text', '007', 1.5, 2 ** 40, Buffer.from([0, 1])])
    expect(read.get(value)?.value).toEqual(value)
})
