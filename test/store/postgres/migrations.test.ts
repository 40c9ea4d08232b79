import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Run, root, strongroom } from '../../harness/cli.ts'
import { install } from '../contract/installation.ts'
import { postgres } from '../engines/postgres.ts'
import { type Client, connect } from './client.ts'
import { noPostgres } from './programs.ts'

const folder = `${root}server/store/postgres/migrations/`
const steps = readdirSync(folder).map((name) => ({ name, sql: readFileSync(folder + name, 'utf8') }))

const tablesMadeBy = (sql: string) => [...sql.matchAll(/CREATE TABLE (\w+)/g)].map(([, table]) => table)
const tablesLockedBy = (sql: string) =>
  [...sql.matchAll(/CREATE (?:UNIQUE )?INDEX \w+\s+ON (\w+)/g)].map(([, table]) => table)
const removing = /\b(DROP|RENAME|SET NOT NULL|ALTER COLUMN \w+ TYPE)\b/

test('steps are numbered from 1 on, each number once', () => {
  expect(steps.map(({ name }) => Number(name.slice(0, 3)))).toEqual(steps.map((_, place) => place + 1))
})

test.for(steps)('$name can be taken while servers use the database', ({ sql }) => {
  const made = tablesMadeBy(sql)
  const locked = tablesLockedBy(sql).filter((table) => !made.includes(table))
  expect(locked, 'an index of a table that is there is built concurrently').toEqual([])
  if (removing.test(sql)) expect(sql).toMatch(/^-- Needs servers that know step \d+\.$/m)
  if (sql.includes('CONCURRENTLY')) expect(sql).toMatch(/^-- Not in a transaction\.$/m)
})

describe('migrating a database that is in use', () => {
  beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))
  const open = new AsyncDisposableStack()
  let owner: Client
  let other: Client
  let url: string
  beforeAll(async () => {
    if (noPostgres !== null) return
    url = await open.use(await install(postgres)).data.url()
    owner = open.use(await connect(url))
    other = open.use(await connect(url))
    await other.run('SET statement_timeout = 4000')
  })
  afterAll(() => open[Symbol.asyncDispose]())

  const migrate = (): Promise<Run> => {
    const { href, password } = withoutPassword(url)
    return strongroom(['store', 'migrate', '--store', href], { env: { PGPASSWORD: password } })
  }
  const forgetStep = (step: number, undo: string) => owner.run(`DELETE FROM schema_steps WHERE step = ${step}; ${undo}`)
  const waitingForServers = "SELECT FROM pg_locks WHERE relation = 'servers'::regclass AND NOT granted"
  const untilSomeoneWaits = () =>
    expect.poll(async () => (await other.run(waitingForServers)).rowCount).toBeGreaterThan(0)

  test('a step that waits for a lock lets those go on who wait behind it', async () => {
    await forgetStep(7, 'ALTER TABLE servers DROP COLUMN known_schema')
    await owner.run('BEGIN; LOCK TABLE servers IN ACCESS SHARE MODE')
    const migrated = migrate()
    await untilSomeoneWaits()
    expect((await other.run('SELECT FROM servers')).command).toBe('SELECT')
    await owner.run('COMMIT')
    expect(await migrated).toMatchObject({ status: 0 })
    expect((await other.run('SELECT known_schema FROM servers')).command).toBe('SELECT')
  })

  test('control: a change that waits for its lock for as long as it takes holds up the others', async () => {
    await owner.run('BEGIN; LOCK TABLE servers IN ACCESS SHARE MODE')
    await using hasty = await connect(url)
    const changed = hasty.run('ALTER TABLE servers ADD COLUMN surplus integer')
    await untilSomeoneWaits()
    await expect(other.run('SELECT FROM servers')).rejects.toMatchObject({ code: '57014' })
    await owner.run('COMMIT')
    await changed
    await owner.run('ALTER TABLE servers DROP COLUMN surplus')
  })

  test('an index that a stopped command left unfinished is built again', async () => {
    const validity = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'rotations_by_end'::regclass"
    await forgetStep(2, "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'rotations_by_end'::regclass")
    expect((await owner.run(validity)).rows, 'control').toEqual([{ indisvalid: false }])
    expect(await migrate()).toMatchObject({ status: 0 })
    expect((await owner.run(validity)).rows).toEqual([{ indisvalid: true }])
  })

  test('two commands migrate at once', async () => {
    await forgetStep(2, 'DROP INDEX rotations_by_end, rotations_by_retried, rotations_that_stored')
    const runs = await Promise.all([migrate(), migrate()])
    expect(runs.map(({ status, stderr }) => `${status} ${stderr}`)).toEqual(['0 ', '0 '])
    const built =
      "SELECT relname FROM pg_class JOIN pg_index ON indexrelid = oid WHERE indisvalid AND relname ~ '^rotations_(by_end|by_retried|that)'"
    expect((await owner.run(built)).rows).toHaveLength(3)
  })
})

function withoutPassword(text: string) {
  const url = new URL(text)
  const { password } = url
  url.password = ''
  return { href: url.href, password }
}
