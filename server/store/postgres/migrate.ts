import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { StoreError } from '../store-error.ts'
import type { Database, SqlQuery } from './connection.ts'
import { postgresMigrations } from './shipped-files.ts'
import { inTransaction } from './transact.ts'

const stepsIn = (folder: URL) =>
  readdirSync(folder)
    .filter((name) => /^\d{3}-.+\.sql$/.test(name))
    .sort()

const stepsTable = `
  CREATE TABLE IF NOT EXISTS schema_steps (step integer PRIMARY KEY, name text NOT NULL)`

/** Which steps of the schema a database has. */
async function appliedTo(read: SqlQuery): Promise<ReadonlySet<number>> {
  const [found] = await read<{ is_there: boolean }>(`SELECT to_regclass('schema_steps') IS NOT NULL AS is_there`)
  const rows = found?.is_there ? await read<{ step: bigint }>('SELECT step FROM schema_steps') : []
  return new Set(rows.map(({ step }) => Number(step)))
}

/** How many steps a database has, of those that this version knows. */
export async function appliedSchema(query: SqlQuery): Promise<{ readonly applied: number; readonly known: number }> {
  return { applied: (await appliedTo(query)).size, known: stepsIn(postgresMigrations).length }
}

/** Brings the schema up to date: forward only, each step in one transaction with its number, so a kill leaves whole steps. Answers the number of the last one. */
export async function bringSchemaUpToDate(database: Database): Promise<number> {
  const steps = stepsIn(postgresMigrations)
  const applied = await appliedTo(database.read)
  const newest = Math.max(0, ...applied)
  if (newest > steps.length)
    throw new StoreError(
      'rejected',
      'SCHEMA',
      `the database was written by a newer version (schema ${newest}, this one knows ${steps.length})`,
    )
  for (const [place, name] of steps.entries()) if (!applied.has(place + 1)) await applyStep(database, place + 1, name)
  return steps.length
}

/** Another server may take the same step at this moment: the second one waits for the first, and finds it taken. */
async function applyStep(database: Database, step: number, name: string): Promise<void> {
  const sql = readFileSync(new URL(name, postgresMigrations), 'utf8')
  await inTransaction(
    database,
    async ({ query, command }) => {
      await command(stepsTable)
      await command('LOCK TABLE schema_steps IN EXCLUSIVE MODE')
      const taken = await query('SELECT 1 FROM schema_steps WHERE step = $step', { step })
      if (taken.length > 0) return
      await command(sql)
      if (step === 1)
        await query('INSERT INTO installation (one, salt) VALUES (true, $salt)', { salt: randomBytes(32) })
      await query('INSERT INTO schema_steps VALUES ($step, $name)', { step, name })
    },
    { isRepeated: true },
  )
}
