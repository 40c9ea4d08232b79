import { expect, test } from 'vitest'
import { attentionOf, failuresCountSince } from '../../../desktop/bridge/attention.ts'
import { expiringTokens } from '../../../desktop/bridge/attention-reads.ts'
import { AuditRecord } from '../../../shared/audit.ts'
import { Custodian } from '../../../shared/custodians.ts'
import { Session } from '../../../shared/session.ts'
import { OperatorToken } from '../../../shared/token-administration.ts'

const now = Date.UTC(2026, 5, 1)
const custodian = (id: number, more: object = {}) =>
  Custodian.parse({
    id: `${id}`,
    name: `Desk ${id}`,
    tenantId: '1',
    provider: 'copper',
    credentialVersion: 1,
    lastRotatedAt: '2026-05-01T00:00:00.000Z',
    state: 'in-force',
    ...more,
  })

const record = (custodianId: number, kind: string, details: Record<string, string>) =>
  AuditRecord.parse({
    sequence: '1',
    at: '2026-05-30T00:00:00.000Z',
    kind,
    actor: 'Ada',
    tenantId: '1',
    custodianId: `${custodianId}`,
    rotationId: null,
    details,
    hash: 'x',
  })
const session = (expiresAt: string, createdAt?: string) =>
  Session.parse({
    tokenName: 'Ada',
    permissions: ['custodians:read'],
    tenant: null,
    role: null,
    createdAt,
    expiresAt,
    serverVersion: '0.1.0',
    contractVersion: '1.0',
  })

const token = (expiresAt: string, more: object = {}) =>
  OperatorToken.parse({
    id: '31',
    name: 'Grace',
    role: null,
    permissions: ['custodians:read'],
    tenantId: null,
    allowedFrom: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt,
    revokedAt: null,
    disabledAt: null,
    lastUsedAt: null,
    lastUsedFrom: null,
    state: 'valid',
    isOwn: false,
    version: 1,
    ...more,
  })

const rest = { session: undefined, records: undefined, now, dueDays: 90 }
const kindsOf = (known: Partial<Parameters<typeof attentionOf>[0]>) =>
  attentionOf({ custodians: undefined, ...rest, ...known }).map(
    ({ kind, custodian: about }) => `${kind} ${about?.id ?? '-'}`,
  )

test('the most urgent comes first, one entry for each custodian, and nothing for keys that are fine', () => {
  const custodians = [
    custodian(1),
    custodian(2, { lastRotatedAt: '2026-01-01T00:00:00.000Z' }),
    custodian(3, { state: 'no-credentials', credentialVersion: 0, lastRotatedAt: null }),
    custodian(4, { state: 'rejected', lastRotatedAt: '2026-01-01T00:00:00.000Z' }),
    custodian(5, { state: 'rotating' }),
  ]
  expect(kindsOf({ custodians })).toEqual(['rejected 4', 'noKeys 3', 'overdue 2'])
  expect(kindsOf({ custodians, session: session('2026-06-10T00:00:00.000Z') })).toEqual([
    'rejected 4',
    'tokenExpiring -',
    'noKeys 3',
    'overdue 2',
  ])
  expect(kindsOf({ session: session('2026-07-10T00:00:00.000Z') })).toEqual([])
})

test('a server that is not ready comes before everything else, with what it says', () => {
  const known = { ...rest, custodians: [custodian(1, { state: 'rejected' })], notReady: 'The disk is full. Free some.' }
  expect(attentionOf(known).map(({ kind, said }) => [kind, said])).toEqual([
    ['notReady', 'The disk is full. Free some.'],
    ['rejected', undefined],
  ])
  expect(kindsOf({ ...known, notReady: null })).toEqual(['rejected 1'])
})

test('tokens of other operators that end within two weeks are one entry, with their count and the first end', () => {
  const tokens = [
    token('2026-06-14T00:00:00.000Z'),
    token('2026-06-03T00:00:00.000Z'),
    token('2026-06-02T00:00:00.000Z', { isOwn: true }),
    token('2026-06-02T00:00:00.000Z', { state: 'revoked' }),
    token('2026-06-15T00:00:00.001Z'),
    token('2026-06-02T00:00:00.000Z', { origin: 'sign-in' }),
    token('2026-06-02T00:00:00.000Z', { origin: 'service-account' }),
  ]
  const entry = { kind: 'tokensExpiring', custodian: null, at: '2026-06-03T00:00:00.000Z', count: 2 }
  expect(attentionOf({ custodians: undefined, ...rest, tokens })).toEqual([entry])
  expect(kindsOf({ tokens: tokens.slice(2) })).toEqual([])
})

test('a token that was made for no more than two weeks is not named, as a session of eight hours', () => {
  const began = '2026-05-31T20:00:00.000Z'
  const ends = '2026-06-01T04:00:00.000Z'
  expect(kindsOf({ session: session(ends, began), tokens: [token(ends, { createdAt: began })] })).toEqual([])
  const before = '2026-01-01T00:00:00.000Z'
  const long = { session: session(ends, before), tokens: [token(ends, { createdAt: before })] }
  expect(kindsOf(long), 'the control').toEqual(['tokenExpiring -', 'tokensExpiring -'])
})

test('the filter for tokens that end soon has room for all of them and changes once a day', () => {
  const { expiresBefore } = expiringTokens(now + 1)
  expect(Date.parse(expiresBefore) - now).toBe(15 * 86_400_000)
  expect(expiringTokens(now + 86_400_000)).toEqual(expiringTokens(now + 1))
})

test('failures of the audit count until something later went well, refusals of offered keys never', () => {
  const custodians = [1, 2, 3, 4, 5].map((id) => custodian(id))
  const records = [
    record(1, 'rotation.ended', { outcome: 'failed' }),
    record(2, 'rotation.ended', { outcome: 'stored' }),
    record(2, 'rotation.ended', { outcome: 'failed' }),
    record(3, 'check.ended', { verdict: 'unreachable' }),
    record(4, 'rotation.ended', { outcome: 'interrupted' }),
    record(5, 'rotation.ended', { outcome: 'refused' }),
    record(5, 'validation.ended', { verdict: 'unreachable' }),
  ]
  expect(kindsOf({ custodians, records })).toEqual(['unknownOutcome 4', 'failed 1', 'unreachable 3'])
})

test('a failure before the newest records counts until the keys are stored or checked after it', () => {
  const custodians = [
    custodian(1),
    custodian(2, { lastCheckedAt: '2026-05-30T00:00:00.001Z' }),
    custodian(3, { lastRotatedAt: '2026-05-31T00:00:00.000Z' }),
    custodian(4),
  ]
  const earlierFailures = custodians.map((_, at) => record(at + 1, 'rotation.ended', { outcome: 'interrupted' }))
  const records = [record(4, 'rotation.ended', { outcome: 'unchanged' })]
  expect(kindsOf({ custodians, records, earlierFailures })).toEqual(['unknownOutcome 1'])
})

test('failures are read since the keys longest without a rotation or a check were well; none where none can count', () => {
  const well = custodian(1, { lastRotatedAt: '2026-03-01T00:00:00.000Z', lastCheckedAt: '2026-05-20T00:00:00.000Z' })
  const longest = custodian(2, { lastRotatedAt: '2026-04-01T00:00:00.000Z' })
  const uncounted = [
    custodian(3, { state: 'no-credentials', lastRotatedAt: null }),
    custodian(4, { state: 'rejected', lastRotatedAt: '2025-01-01T00:00:00.000Z' }),
    custodian(5, { disabled: true, lastRotatedAt: '2025-01-01T00:00:00.000Z' }),
  ]
  expect(failuresCountSince([well, longest, ...uncounted])).toBe('2026-04-01T00:00:00.000Z')
  expect(failuresCountSince([well, custodian(6, { lastRotatedAt: null })])).toBe('')
  expect(failuresCountSince(uncounted)).toBeNull()
})

test('a failed or interrupted first rotation leaves a custodian without keys, not with old ones', () => {
  const custodians = [1, 2].map((id) => custodian(id, { state: 'no-credentials', lastRotatedAt: null }))
  const records = [
    record(1, 'rotation.ended', { outcome: 'interrupted' }),
    record(2, 'rotation.ended', { outcome: 'failed' }),
  ]
  expect(kindsOf({ custodians, records })).toEqual(['noKeys 1', 'noKeys 2'])
})

test('what is not loaded, or may not be read, asks for nothing', () => {
  expect(kindsOf({})).toEqual([])
})
