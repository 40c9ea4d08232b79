import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AuditRecord, ListAudit } from '../../../shared/audit.ts'
import { replayable } from '../../harness/replayable.ts'
import { id, tenants } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import { by, install, rotate } from './installation.ts'
import { brokenInvariants } from './invariants.ts'

const minute = 60_000
const start = Date.UTC(2026, 0, 1)
const rotationIds = [1, 2].map((n) => `019a0000-0000-7000-8000-00000000000${n}`)

const record = fc.record({
  /** Minutes since the record before; a clock that was corrected steps back. */
  step: fc.oneof({ weight: 19, arbitrary: fc.nat(30) }, { weight: 1, arbitrary: fc.integer({ min: -300, max: 0 }) }),
  actor: fc.constantFrom('day', 'night'),
  kind: fc.constantFrom('rotation.intended', 'rotation.ended', 'data.imported'),
  tenantId: fc.option(fc.constantFrom(id(1), id(2)), { nil: undefined }),
  custodianId: fc.option(fc.constantFrom(id(11), id(12)), { nil: undefined }),
  rotationId: fc.option(fc.constantFrom(...rotationIds), { nil: undefined }),
  actorTokenId: fc.option(fc.constantFrom(id(1), id(2)), { nil: undefined }),
  details: fc.constantFrom<Record<string, string>>(
    {},
    { outcome: 'stored', verdict: 'valid' },
    { outcome: 'refused', verdict: 'wrong-credentials' },
    { verdict: 'valid' },
    { outcome: 'interrupted' },
  ),
} as const)

const moment = fc.integer({ min: -100, max: 2_000 }).map((minutes) => start + minutes * minute)
const request = fc.record(
  {
    operator: fc.constantFrom('day', 'night', 'dawn'),
    kind: fc.constantFrom('rotation.intended', 'rotation.ended', 'backup.created'),
    outcome: fc.constantFrom('stored', 'refused', 'valid', 'interrupted', 'failed'),
    tenantId: fc.constantFrom(id(1), id(3)),
    custodianId: fc.constantFrom(id(11), id(12)),
    rotationId: fc.constantFrom(...rotationIds),
    actorTokenId: fc.constantFrom(id(1), id(3)),
    from: moment,
    to: moment,
    cursor: fc.integer({ min: 1, max: 130 }).map(id),
  },
  { requiredKeys: [] },
)

const outcomeOf = ({ details, rotationId }: AuditRecord) =>
  rotationId === null ? null : (details.outcome ?? details.verdict ?? null)

const fits = (wanted: Partial<ListAudit>, seenTenant: string | null) => (each: AuditRecord) =>
  (seenTenant === null || each.tenantId === seenTenant) &&
  (wanted.operator === undefined || each.actor === wanted.operator) &&
  (wanted.kind === undefined || each.kind === wanted.kind) &&
  (wanted.outcome === undefined || outcomeOf(each) === wanted.outcome) &&
  (wanted.tenantId === undefined || each.tenantId === wanted.tenantId) &&
  (wanted.custodianId === undefined || each.custodianId === wanted.custodianId) &&
  (wanted.rotationId === undefined || each.rotationId === wanted.rotationId) &&
  (wanted.actorTokenId === undefined || each.actorTokenId === wanted.actorTokenId) &&
  (wanted.from === undefined || Date.parse(each.at) >= wanted.from) &&
  (wanted.to === undefined || Date.parse(each.at) < wanted.to) &&
  (wanted.cursor === undefined || BigInt(each.sequence) < BigInt(wanted.cursor))

describe.each(engines)('the audit on $name', (engine) => {
  test('records that two servers write at once make one chain without a gap', async () => {
    await using place = await install(engine)
    await using other = await place.data.otherServer()
    const before = (await place.data.truth.read('audit')).length
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        (at % 2 ? other.store : place.store).recordAudit({ kind: 'data.imported', ...by(`writer ${at}`) }),
      ),
    )
    const audit = await place.data.truth.read('audit')
    expect(audit).toHaveLength(before + 40)
    expect(new Set(audit.slice(before).map(({ actor }) => actor)).size).toBe(40)
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })

  test('the head and every slice are those of the chain, on both servers', async () => {
    await using place = await install(engine)
    await using other = await place.data.otherServer()
    await rotate(place.store, place.tokenId)
    const audit = await place.data.truth.read('audit')
    const last = audit.at(-1)
    for (const store of [place.store, other.store]) {
      expect(await store.auditHead()).toEqual({ sequence: `${last?.sequence}`, hash: last?.hash })
      const slice = await store.auditSlice({ after: '1', limit: 2 })
      expect(slice.map(({ sequence, hash, previous }) => [sequence, hash, previous])).toEqual([
        ['2', audit[1]?.hash, audit[0]?.hash],
        ['3', audit[2]?.hash, audit[1]?.hash],
      ])
      expect(await store.auditSlice({ after: `${last?.sequence}`, limit: 2 })).toEqual([])
    }
  })

  test('texts of every script are hashed and answered as they were written', async () => {
    await using place = await install(engine)
    const details = {
      text: 'quote " backslash \\ tab \t line \n bell \u0007 delete \u007f line \u2028 ☃ 🔑',
      empty: '',
    }
    await place.store.recordAudit({ kind: 'data.imported', actor: 'Zoë "\\ 明', at: Date.now(), details })
    const { records } = await place.store.listAudit({ limit: 1 }, null)
    expect(records).toMatchObject([{ actor: 'Zoë "\\ 明', details }])
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })

  test('any filters answer exactly the records that fit all of them, within what the caller may see', async () => {
    await using place = await install(engine)
    let at = start
    for (const { step, ...rest } of fc.sample(record, { seed: 20_260_101, numRuns: 120 })) {
      at += step * minute
      await place.store.recordAudit({ ...rest, at } as Parameters<typeof place.store.recordAudit>[0])
    }
    const all = (await place.store.listAudit({ limit: 1_000 }, null)).records
    const times = all.map((each) => each.at)
    expect(times, 'control: the clock stepped back').not.toEqual([...times].sort().reverse())
    const seen = fc.option(fc.constantFrom(tenants.first, tenants.second), { nil: null })
    await fc.assert(
      fc.asyncProperty(request, seen, fc.integer({ min: 1, max: 50 }), async (filters, seenTenant, limit) => {
        const wanted = { ...filters, limit } as ListAudit
        const expected = all.filter(fits(wanted, seenTenant))
        const { records, nextCursor } = await place.store.listAudit(wanted, seenTenant)
        expect(records).toEqual(expected.slice(0, limit))
        expect(nextCursor).toBe(expected.length > limit ? records.at(-1)?.sequence : null)
      }),
      replayable(400),
    )
  })
})
