import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replayable } from '../../harness/replayable.ts'
import { by, install } from '../contract/installation.ts'
import { brokenInvariants } from '../contract/invariants.ts'
import { postgres } from '../engines/postgres.ts'
import { noPostgres } from './programs.ts'

/** PostgreSQL stores every character but U+0000. */
const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.replaceAll('\0', ''))

test('the database hashes any text as the documented recipe does', async ({ skip }) => {
  skip(noPostgres !== null, noPostgres ?? undefined)
  await using place = await install(postgres)
  await fc.assert(
    fc.asyncProperty(text, fc.dictionary(text, text, { maxKeys: 3 }), async (actor, details) => {
      await place.store.recordAudit({ kind: 'data.imported', ...by(actor), details })
      const { records } = await place.store.listAudit({ limit: 1 }, null)
      expect(records[0]?.actor).toBe(actor.toWellFormed())
    }),
    replayable(300),
  )
  expect((await place.data.truth.read('audit')).length).toBeGreaterThan(300)
  expect(await brokenInvariants(place.data.truth)).toEqual([])
  await place.data.tamper.change('audit', ({ sequence }) => sequence === 7, { actor: 'another' })
  expect(await brokenInvariants(place.data.truth), 'control').toEqual(['the hash of record 7 does not fit'])
})
