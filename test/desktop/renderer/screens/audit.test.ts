import { expect, test } from 'vitest'
import { auditCsv, auditNdjson } from '../../../../desktop/renderer/screens/audit/audit-export.ts'
import { everything, filterOf } from '../../../../desktop/renderer/screens/audit/audit-view.ts'
import { AuditRecord, ListAudit } from '../../../../shared/audit.ts'
import { readCsv } from '../read-csv.ts'

const recordOf = (sequence: number, more: object = {}) =>
  AuditRecord.parse({
    sequence: `${sequence}`,
    at: '2026-01-02T23:59:59.999Z',
    kind: 'check.ended',
    actor: 'Anna',
    actorTokenId: '3',
    requestId: 'req-1',
    tenantId: null,
    custodianId: '9007199254740993',
    rotationId: 'r1',
    details: {},
    hash: 'f'.repeat(64),
    ...more,
  })

const records = [
  recordOf(3, { at: '2026-01-03T00:00:00.000Z', details: { outcome: 'refused', reason: 'x' } }),
  recordOf(2, { details: { verdict: 'valid' } }),
  recordOf(1, { actor: 'strongroom import' }),
]
test('the filter asks the server for whole local days, the whole name, and IDs once they are one', () => {
  expect(filterOf(everything)).toEqual({})
  const filter = filterOf({
    kind: 'rotation.ended',
    custodianId: '12',
    operator: ' Anna ',
    outcome: 'refused',
    traceId: ' req-1a ',
    since: '2026-03-28',
    until: '2026-03-29',
  })
  expect(filter).toEqual({
    kind: 'rotation.ended',
    custodianId: '12',
    operator: 'Anna',
    outcome: 'refused',
    requestId: 'req-1a',
    from: new Date('2026-03-28T00:00:00').toISOString(),
    to: new Date('2026-03-30T00:00:00').toISOString(),
  })
  expect(ListAudit.safeParse(filter).success).toBe(true)
  expect(filterOf({ ...everything, custodianId: '1x' })).toEqual({})
  const rotationId = '0198C1F0-0000-4000-8000-00000000000A'
  expect(filterOf({ ...everything, traceId: rotationId })).toEqual({ rotationId: rotationId.toLowerCase() })
  expect(filterOf({ ...everything, traceId: 'no id' })).toEqual({})
})

test('the NDJSON export has each audit record as the server sent it, one per line', () => {
  const lines = auditNdjson(records).split('\n')
  expect(lines.pop()).toBe('')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(records)
})

test('the CSV export has every member of an audit record, with exact IDs and details as JSON', () => {
  const [header, first] = readCsv(auditCsv(records))
  expect(header).toEqual([
    'sequence',
    'at',
    'kind',
    'actor',
    'tenantId',
    'custodianId',
    'rotationId',
    'details',
    'hash',
    'actorTokenId',
    'requestId',
  ])
  expect(first?.[5]).toBe('9007199254740993')
  expect(first?.[4]).toBe('')
  expect(JSON.parse(first?.[7] ?? '')).toEqual({ outcome: 'refused', reason: 'x' })
})
