import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewAuditRecord } from '../../../server/store/by.ts'
import { type Connection, openDatabase } from '../../../server/store/sqlite/connection.ts'
import { auditQuery } from '../../../server/store/sqlite/reads/audit.ts'
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../server/store/store.ts'
import type { AuditRecord, ListAudit } from '../../../shared/audit.ts'
import { id } from '../../harness/seed.ts'

let folder: string
let store: Store
let db: Connection
let all: readonly AuditRecord[]

const start = Date.UTC(2026, 0, 1)
const minute = 60_000
const rotationIds = [1, 2, 3].map((n) => `019a0000-0000-7000-8000-00000000000${n}`)

/** Times that mostly grow; a corrected clock steps back, by hours too. */
const record = fc.record({
  step: fc.oneof({ weight: 39, arbitrary: fc.nat(30) }, { weight: 1, arbitrary: fc.integer({ min: -300, max: 0 }) }),
  actor: fc.constantFrom('day', 'night', 'strongroom import'),
  actorTokenId: fc.option(fc.constantFrom(id(1), id(2)), { nil: undefined }),
  kind: fc.constantFrom('rotation.intended', 'rotation.ended', 'check.ended', 'data.imported'),
  tenantId: fc.option(fc.constantFrom(id(1), id(2)), { nil: undefined }),
  custodianId: fc.option(fc.constantFrom(id(11), id(12)), { nil: undefined }),
  rotationId: fc.option(fc.constantFrom(...rotationIds), { nil: undefined }),
  details: fc.constantFrom<Record<string, string>>(
    {},
    { outcome: 'stored', verdict: 'valid' },
    { outcome: 'refused', verdict: 'wrong-credentials' },
    { verdict: 'valid' },
    { outcome: 'interrupted' },
  ),
} as const)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-audit-filters-'))
  store = openSqliteStore(folder)
  let at = start
  for (const { step, ...rest } of fc.sample(record, { seed: 20_260_101, numRuns: 400 })) {
    at += step * minute
    await store.recordAudit({ ...rest, at } as NewAuditRecord)
  }
  all = (await store.listAudit({ limit: 1_000 }, null)).records
  db = openDatabase(join(folder, 'strongroom.db'), { readonly: true })
})
afterAll(async () => {
  db.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

const outcomeOf = ({ details, rotationId }: AuditRecord) =>
  rotationId === null ? null : (details.outcome ?? details.verdict ?? null)

test('the records stepped back in time, and each filter leaves some (control)', () => {
  const times = all.map(({ at }) => at)
  expect(times).not.toEqual([...times].sort().reverse())
  expect(outcomesIn(all)).toEqual(['interrupted', 'refused', 'stored', 'valid'])
})

const outcomesIn = (records: readonly AuditRecord[]) =>
  [...new Set(records.map(outcomeOf))].filter((outcome) => outcome !== null).sort()

test('a time is from its first moment to before its last, also when the clock steps back', async () => {
  for (const { at } of all) {
    const from = Date.parse(at)
    const to = Date.parse(at) + 1
    const { records } = await store.listAudit({ from, to, limit: 1_000 }, null)
    expect(records).toEqual(all.filter((each) => each.at === at))
  }
})

const spans: readonly Partial<ListAudit>[] = [{}, { from: start, to: start + minute }]
const walks: readonly (readonly [Partial<ListAudit>, string])[] = [
  [{}, 'INTEGER PRIMARY KEY'],
  [{ operator: 'day' }, 'INDEX audit_of_actor'],
  [{ kind: 'rotation.ended' }, 'INDEX audit_of_kind'],
  [{ outcome: 'refused' }, 'INDEX audit_of_outcome'],
  [{ tenantId: id(1) }, 'INDEX audit_of_tenant'],
  [{ custodianId: id(11) }, 'INDEX audit_of_custodian'],
  [{ rotationId: rotationIds[0] as string }, 'INDEX audit_of_rotation'],
  [{ operator: 'day', kind: 'rotation.ended', custodianId: id(11) }, 'INDEX audit_of_custodian'],
]

describe.each(walks)('the filters %j', (filters, walked) => {
  test.each(spans)('within %j walk one index between two records, and sort nothing', (span) => {
    const { sql, values } = auditQuery(db, { ...filters, ...span, limit: 100 }, null)
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values) as { detail: string }[]
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(
        new RegExp(`^SEARCH audit USING ${walked} .*(sequence|rowid)>\\? AND (sequence|rowid)<\\?\\)$`),
      ),
    ])
  })
})

test('of a long audit, only the records near a time are read for it', () => {
  const { values } = auditQuery(db, { from: start + 2_000 * minute, to: start + 2_060 * minute, limit: 100 }, null)
  const { above, below } = values as unknown as { above: bigint; below: bigint }
  expect(above).toBeGreaterThan(1n)
  expect(below - above).toBeLessThan(BigInt(all.length / 2))
})
