import { beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../../server/store/store.ts'
import { until } from '../../harness/until.ts'
import { by, type Installation, install } from '../contract/installation.ts'
import { postgres } from '../engines/postgres.ts'
import { type Client, connect } from './client.ts'
import { noPostgres } from './programs.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

type Place = Installation<ReturnType<typeof postgres.dataOf>>
/** What an administrator does to the database of a server that goes on. */
type Restore = { undo(): Promise<void> }

/** Keeps its state of now, and answers how to put that in the place of a later one. */
async function copyAside(url: string): Promise<Restore> {
  const { pathname } = new URL(url)
  const name = pathname.slice(1)
  const others = new URL(url)
  others.pathname = '/postgres'
  const run = async (statements: readonly string[]) => {
    await using client: Client = await connect(others.href)
    for (const statement of statements) await client.run(statement)
  }
  const disconnect = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`
  const copy = `CREATE DATABASE older_${name} TEMPLATE ${name}`
  await until(async () =>
    run([disconnect, copy]).then(
      () => true,
      () => false,
    ),
  )
  return { undo: () => run([`DROP DATABASE ${name} WITH (FORCE)`, `ALTER DATABASE older_${name} RENAME TO ${name}`]) }
}

/** Takes the last record away, while all connections stay. */
async function removeLastRecord({ data }: Place): Promise<void> {
  await using client: Client = await connect(await data.url())
  await client.run('DELETE FROM audit WHERE sequence = (SELECT sequence FROM audit_head)')
  await client.run(
    'UPDATE audit_head SET (sequence, hash) = (SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1)',
  )
}

const endConnections = async ({ data }: Place) => {
  await using client: Client = await connect(await data.url())
  await client.run(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
}

/** Stores a record; answers what the store says once it cannot go on, and the number of that record. */
async function acknowledgeOne(store: Store) {
  const stopped: Error[] = []
  store.onBroken((reason) => void stopped.push(reason))
  await store.recordAudit({ kind: 'data.imported', ...by() })
  return { stopped, last: (await store.auditHead())?.sequence }
}

const missing = (last: string | undefined) => ({
  message: expect.stringContaining(`the database does not have record ${last} of the audit`),
})

describe('a server whose database goes back to a state before what it acknowledged', () => {
  test('refuses a database that was restored from an older dump, and stores nothing there', async () => {
    await using place = await install(postgres)
    const { store } = place
    const older = await copyAside(await place.data.url())
    const { stopped, last } = await acknowledgeOne(store)
    await older.undo()
    const before = await place.data.truth.read('audit')
    await expect(store.recordAudit({ kind: 'data.imported', ...by() })).rejects.toMatchObject(missing(last))
    expect(stopped[0]).toMatchObject(missing(last))
    expect(await place.data.truth.read('audit')).toEqual(before)
    await expect(place.anotherStore()).rejects.toMatchObject({
      ...missing(last),
      nextStep: expect.stringContaining('restore the database from a backup that has this record'),
    })
  })

  test('refuses it over connections that stayed open, too', async () => {
    await using place = await install(postgres)
    const { stopped, last } = await acknowledgeOne(place.store)
    await place.store.refresh()
    expect(stopped, 'control').toEqual([])
    await removeLastRecord(place)
    await expect(place.store.refresh()).rejects.toMatchObject(missing(last))
    expect(stopped[0]).toMatchObject(missing(last))
  })

  test('control: it goes on over new connections to a database that has it', async () => {
    await using place = await install(postgres)
    const { stopped } = await acknowledgeOne(place.store)
    await endConnections(place)
    await place.store.recordAudit({ kind: 'data.imported', ...by() })
    await place.store.refresh()
    expect(stopped).toEqual([])
  })

  test('goes on once the tables are there again, which a restore makes one after the other', async () => {
    await using place = await install(postgres)
    const { stopped } = await acknowledgeOne(place.store)
    const rename = async (from: string, to: string) => {
      await using client: Client = await connect(await place.data.url())
      await client.run(`ALTER TABLE ${from} RENAME TO ${to}`)
    }
    await rename('audit', 'audit_aside')
    await endConnections(place)
    await expect(place.store.recordAudit({ kind: 'data.imported', ...by() })).rejects.toThrow('"audit" does not exist')
    await rename('audit_aside', 'audit')
    await place.store.recordAudit({ kind: 'data.imported', ...by() })
    expect(stopped).toEqual([])
  })

  test('answers nothing that it cached of the later state, though it acknowledged none of it', async () => {
    await using place = await install(postgres)
    const reader = await place.anotherStore()
    await acknowledgeOne(place.store)
    await reader.refresh()
    const seen = reader.tokensVersion()
    await reader.refresh()
    expect(reader.tokensVersion(), 'control').toBe(seen)
    await removeLastRecord(place)
    await reader.refresh()
    expect(reader.tokensVersion()).not.toBe(seen)
  })
})
