import { join } from 'node:path'
import { beforeEach, describe, expect } from 'vitest'
import { explain } from '../../../server/cli/explain.ts'
import { openCopy } from '../../../server/data-folder.ts'
import type { CopiedTable, RowBatches } from '../../../server/store/copied-tables.ts'
import { copy, emptyDatabase } from '../../copy/scene.ts'
import { test } from '../../harness/fixtures.ts'
import { connect } from './client.ts'
import { noPostgres } from './programs.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

/** Ends the connections of the copy at the database. */
async function terminate(url: string): Promise<void> {
  await using other = await connect(url)
  const ended = await other.run(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'strongroom'`)
  expect(ended.rowCount, 'control: there is one').toBeGreaterThan(0)
}

type Moment = 'before' | 'between' | 'after'
type Interruption = { readonly when: Moment; readonly interrupt: () => Promise<void> }

async function* interrupted(batches: RowBatches, { when, interrupt }: Interruption) {
  if (when === 'before') await interrupt()
  for await (const batch of batches) {
    const half = Math.ceil(batch.length / 2)
    yield batch.slice(0, half)
    if (when === 'between') await interrupt()
    yield batch.slice(half)
  }
  if (when === 'after') await interrupt()
}

const auditOf = (tables: readonly CopiedTable[]) => tables.find(({ name }) => name === 'audit') as CopiedTable

/** As a command shows it. */
const troubleOf = (work: Promise<unknown>) => work.then(() => null, explain)

const lost = {
  reason: expect.stringMatching(
    /^The database cannot be used: the connection to .* was lost during the copy \(\w+\)\.$/,
  ),
  nextStep: expect.stringMatching(/^Nothing was kept\. .* then copy again\.$/),
}

describe('a copy whose connection is ended', () => {
  for (const when of ['before', 'between', 'after'] as const)
    test(`${when} the rows of a table into a database says so; nothing is kept there, and the next one fills it`, async ({
      folder,
    }) => {
      const database = await emptyDatabase(folder.path, when)
      {
        await using copying = await openCopy({ dataDir: folder.dataDir }, { database: database.place })
        const audit = auditOf(copying.tables)
        const rows = interrupted(copying.source.rows(audit), {
          when,
          interrupt: () => terminate(database.urlWithPassword),
        })
        expect(await troubleOf(copying.target.fill(audit, rows))).toMatchObject(lost)
        expect(await troubleOf(copying.target.complete({ salt: Buffer.alloc(32), head: null }))).not.toBeNull()
      }
      expect(await database.data.truth.read('audit')).toEqual([])
      expect((await copy(folder.dataDir, database.url, database)).status).toBe(0)
      expect((await database.data.truth.read('audit')).length, 'control').toBeGreaterThan(0)
    })

  test('before the COMMIT says that it is not known what was kept', async ({ folder }) => {
    const database = await emptyDatabase(folder.path, 'commit')
    await using copying = await openCopy({ dataDir: folder.dataDir }, { database: database.place })
    await terminate(database.urlWithPassword)
    expect(await troubleOf(copying.target.publish())).toMatchObject({
      reason: expect.stringMatching(/not known whether .* has the copy, .* was lost during the copy/),
      nextStep: expect.stringMatching(/^Copy again/),
    })
  })

  test('while the rows of a database are read says so', async ({ folder }) => {
    const database = await emptyDatabase(folder.path, 'source')
    expect((await copy(folder.dataDir, database.url, database)).status).toBe(0)
    const to = join(folder.path, 'to')
    await using copying = await openCopy({ database: database.place }, { dataDir: to })
    await terminate(database.urlWithPassword)
    const audit = auditOf(copying.tables)
    expect(await troubleOf(copying.target.fill(audit, copying.source.rows(audit)))).toMatchObject(lost)
  })

  test('control: rows that cannot be read fail the copy with their own reason', async ({ folder }) => {
    const database = await emptyDatabase(folder.path, 'rows')
    const interrupt = () => Promise.reject(new Error('the disk of the folder failed'))
    for (const when of ['before', 'between', 'after'] as const) {
      await using copying = await openCopy({ dataDir: folder.dataDir }, { database: database.place })
      const audit = auditOf(copying.tables)
      const rows = interrupted(copying.source.rows(audit), { when, interrupt })
      await expect(copying.target.fill(audit, rows)).rejects.toThrow('the disk of the folder failed')
    }
  })
})
