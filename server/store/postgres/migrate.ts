import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Schema, WaitingStep } from '../administration.ts'
import { StoreError } from '../store-error.ts'
import { buildIndexes } from './build-indexes.ts'
import type { Database, SqlQuery } from './connection.ts'
import { databaseTime } from './lease.ts'
import { knownSchema, type SchemaStep, schemaSteps } from './schema-steps.ts'
import { inTransaction, type Transaction } from './transact.ts'

const stepsTable = `
  CREATE TABLE IF NOT EXISTS schema_steps (
    step integer PRIMARY KEY, name text NOT NULL, needs integer NOT NULL DEFAULT 0)`

/** Any other encoding refuses some names, or takes them as bytes whose case and order it does not know. */
async function assertEncoding(read: SqlQuery): Promise<void> {
  const [found] = await read<{ encoding: string }>("SELECT current_setting('server_encoding') AS encoding")
  if (found?.encoding !== 'UTF8') throw new StoreError('rejected', 'ENCODING', `its encoding is ${found?.encoding}`)
}

type TakenStep = { readonly step: bigint; readonly needs: bigint }

async function takenBy(read: SqlQuery): Promise<readonly TakenStep[]> {
  const [found] = await read<{ is_there: boolean }>(`SELECT to_regclass('schema_steps') IS NOT NULL AS is_there`)
  return found?.is_there ? read<TakenStep>('SELECT step, needs FROM schema_steps') : []
}

/** How many steps a database has, and how many this version knows. */
export async function appliedSchema(query: SqlQuery): Promise<{ readonly applied: number; readonly known: number }> {
  return { applied: (await takenBy(query)).length, known: knownSchema() }
}

/**
 * Brings the schema up to date while servers use the database, forward only: each step in one transaction with its
 * number, so a kill leaves whole steps. A step that takes something away waits for the servers that use it.
 */
export async function bringSchemaUpToDate(database: Database): Promise<Schema> {
  await assertEncoding(database.read)
  const known = knownSchema()
  const taken = await takenBy(database.read)
  const needs = Math.max(0, ...taken.map((step) => Number(step.needs)))
  if (needs > known)
    throw new StoreError(
      'rejected',
      'SCHEMA',
      `the database was changed by a newer version, which this one does not work with (schema ${needs}, this one knows ${known})`,
    )
  const waiting: WaitingStep[] = []
  const isTaken = new Set(taken.map(({ step }) => Number(step)))
  for (const step of schemaSteps()) {
    const servers = isTaken.has(step.number) ? [] : await takeStep(database, step)
    if (servers.length > 0) waiting.push({ step: step.number, servers })
  }
  return { known, waiting }
}

/** Answers the servers that it waits for, if any. */
async function takeStep(database: Database, step: SchemaStep): Promise<readonly string[]> {
  if (step.isConcurrent) await buildIndexes(database, step.sql)
  return passingLocks(() =>
    inTransaction(database, (transaction) => changeSchema(transaction, step), { isRepeated: true }),
  )
}

/** Another server may take the same step at this moment: the second one waits for the first, and finds it taken. */
async function changeSchema({ query, command }: Transaction, step: SchemaStep): Promise<readonly string[]> {
  const { number, name, sql, needs, isConcurrent } = step
  await command(`SET LOCAL lock_timeout = ${longestWait}`)
  await command(stepsTable)
  await command('LOCK TABLE schema_steps IN EXCLUSIVE MODE')
  if ((await query('SELECT FROM schema_steps WHERE step = $number', { number })).length > 0) return []
  if (needs > 0) {
    const servers = await serversBefore({ query, command }, needs)
    if (servers.length > 0) return servers
  }
  if (!isConcurrent) await command(sql)
  if (number === 1) await query('INSERT INTO installation (one, salt) VALUES (true, $salt)', { salt: randomBytes(32) })
  await query('INSERT INTO schema_steps (step, name, needs) VALUES ($number, $name, $needs)', { number, name, needs })
  return []
}

const outdatedSql = `SELECT name FROM servers WHERE alive_until >= ${databaseTime} AND known_schema < $needs ORDER BY name`

/** Servers that live and know fewer steps. None starts until the transaction has ended. */
async function serversBefore(
  { query, command }: Pick<Transaction, 'query' | 'command'>,
  needs: number,
): Promise<readonly string[]> {
  await command('LOCK TABLE servers IN EXCLUSIVE MODE')
  return (await query<{ name: string }>(outdatedSql, { needs })).map(({ name }) => name)
}

/** Milliseconds. Everyone who uses a table queues behind a change of it that waits for its lock. */
const longestWait = 1_000
const mostTries = 30

/** Tries again, so that between two tries those go on who wait behind the change. */
async function passingLocks<Output>(work: () => Promise<Output>): Promise<Output> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work()
    } catch (error) {
      if (tries === mostTries || !(error instanceof StoreError) || error.detail !== '55P03') throw error
      await sleep(longestWait)
    }
}
