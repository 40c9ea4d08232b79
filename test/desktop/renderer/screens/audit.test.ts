import { describe, expect, test } from 'vitest'
import { auditCsv, auditNdjson } from '../../../../desktop/renderer/screens/audit/audit-export.ts'
import { everything, found, outcomesIn } from '../../../../desktop/renderer/screens/audit/audit-view.ts'
import { AuditRecord } from '../../../../shared/audit.ts'
import { readCsv } from '../read-csv.ts'

const recordOf = (sequence: number, more: object = {}) =>
  AuditRecord.parse({
    sequence: `${sequence}`,
    at: '2026-01-02T23:59:59.999Z',
    kind: 'check.ended',
    actor: 'Anna',
    actorTokenId: '3',
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
const sequences = (search: Partial<typeof everything>) =>
  found(records, { ...everything, ...search }).map(({ sequence }) => sequence)

describe('a search in the loaded audit records', () => {
  test('finds part of an operator name in any case', () => {
    expect(sequences({ actor: ' IMPORT' })).toEqual(['1'])
    expect(sequences({ actor: '' })).toEqual(['3', '2', '1'])
  })

  test('includes both days as whole days in UTC', () => {
    expect(sequences({ since: '2026-01-03' })).toEqual(['3'])
    expect(sequences({ until: '2026-01-02' })).toEqual(['2', '1'])
    expect(sequences({ since: '2026-01-02', until: '2026-01-03' })).toEqual(['3', '2', '1'])
  })

  test('treats the outcome of a rotation and the verdict of a check as outcomes', () => {
    expect(outcomesIn(records)).toEqual(['refused', 'valid'])
    expect(sequences({ outcome: 'valid' })).toEqual(['2'])
  })
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
  ])
  expect(first?.[5]).toBe('9007199254740993')
  expect(first?.[4]).toBe('')
  expect(JSON.parse(first?.[7] ?? '')).toEqual({ outcome: 'refused', reason: 'x' })
})
