import { expect, test } from 'vitest'
import { allPages } from '../../../desktop/bridge/all-pages.ts'
import { conflictsOf, type EditValues, faultsOf, rebased, typedChanges } from '../../../desktop/renderer/data/edits.ts'
import {
  endOfDay,
  linesOf,
  offeredPermissions,
  offeredRoles,
  shownTokens,
  tokenStatus,
} from '../../../desktop/renderer/screens/administration/tokens/token-rows.ts'
import { Permission } from '../../../shared/permissions.ts'
import { permissionsOf, type Role } from '../../../shared/roles.ts'
import { OperatorToken } from '../../../shared/token-administration.ts'

const from: EditValues = { name: 'Cold', provider: 'copper', baseUrl: null }
const typed = { ...from, name: 'Cold storage' }
const now = { ...from, name: 'Cool', baseUrl: 'https://api.example' }

test('an edit sends what was changed, keeps it over the changes of others, and follows those it did not touch', () => {
  expect(typedChanges(typed, from)).toEqual({ name: 'Cold storage' })
  expect(typedChanges(from, from)).toEqual({})
  expect(rebased(typed, from, now)).toEqual({
    name: 'Cold storage',
    provider: 'copper',
    baseUrl: 'https://api.example',
  })
  expect(conflictsOf({ typed, from, now })).toEqual([
    { name: 'name', before: 'Cold', now: 'Cool', yours: 'Cold storage' },
    { name: 'baseUrl', before: null, now: 'https://api.example', yours: null },
  ])
})

test('a refused input is shown at its field, everything else in the notice', () => {
  const info = ['name: must be text', 'allowedFrom.0: must be an address', 'other: is unknown', 'no member']
  expect(faultsOf({ code: 'ValidationError', info }, ['name', 'allowedFrom'])).toEqual({
    faults: { name: 'must be text', allowedFrom: 'must be an address' },
    rest: ['other: is unknown', 'no member'],
  })
  expect(faultsOf({ code: 'InUse', info: ['name: x'] }, ['name'])).toEqual({ faults: {}, rest: ['name: x'] })
})

test('a list is read to its end, but not without end', async () => {
  const pages: Record<string, number> = { '': 1, a: 2 }
  const read = async (cursor: string | null) => ({
    items: [pages[cursor ?? ''] ?? 0],
    nextCursor: cursor === null ? 'a' : null,
  })
  expect(await allPages(read)).toEqual({ rows: [1, 2], isCut: false })
  const endless = await allPages(async () => ({ items: [0], nextCursor: 'again' }))
  expect([endless.rows.length, endless.isCut]).toEqual([100, true])
})

const token = (id: number, more: object = {}) =>
  OperatorToken.parse({
    id: `${id}`,
    name: `night-${id}`,
    role: 'operator',
    permissions: ['custodians:read'],
    tenantId: '7',
    allowedFrom: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: `2026-06-0${id}T00:00:00.000Z`,
    revokedAt: null,
    disabledAt: null,
    lastUsedAt: null,
    lastUsedFrom: null,
    state: 'valid',
    isOwn: false,
    version: 1,
    ...more,
  })

test('tokens are found by name, owner, role, tenant and state, those that end first at the top', () => {
  const tokens = [
    token(2),
    token(1),
    token(3, { state: 'revoked' }),
    token(4, { tenantId: null, name: 'day', owner: 'Jane' }),
  ]
  const known = { tenantNames: new Map([['7', 'First Trust']]), roleTitle: () => 'Operator' }
  const shown = (search: string, filter: 'valid' | 'revoked' | 'all') =>
    shownTokens(tokens, { search, filter }, known).map(({ id }) => id)
  expect(shown('', 'valid')).toEqual(['1', '2', '4'])
  expect(shown('first operator', 'all')).toEqual(['1', '2', '3'])
  expect(shown('night-3', 'revoked')).toEqual(['3'])
  expect(shown('jane', 'all')).toEqual(['4'])
  expect(shown('undefined', 'all'), 'what a token lacks is no text').toEqual([])
  expect(tokenStatus(token(1), Date.UTC(2026, 4, 20))).toBe('soon')
  expect(tokenStatus(token(1), Date.UTC(2026, 3, 20))).toBe('valid')
  expect(tokenStatus(token(1, { state: 'revoked' }), Date.UTC(2026, 4, 20))).toBe('revoked')
})

test('a day ends in the time zone of this machine, and must exist and lie ahead', () => {
  const at = Date.parse('2026-06-01T12:00:00')
  expect(endOfDay('2026-06-01', at)).toBe(new Date('2026-06-01T23:59:59').toISOString())
  for (const wrong of ['2026-05-31', '2026-06-31', '2026-6-1', 'tomorrow', ''])
    expect(endOfDay(wrong, at), wrong).toBe(null)
})

test('a role names the permissions that the token lacks to grant it', () => {
  const lacking = (tenantId: string | null, own: readonly Permission[]) =>
    new Map(offeredRoles(tenantId, own).map((each) => [each.role, each.lacking]))
  expect(lacking(null, Permission.options).get('platform-administrator')).toEqual([])
  expect(lacking('7', permissionsOf('tenant-administrator', 'tenant')).get('tenant-administrator')).toEqual([])
  expect(lacking('7', ['custodians:read', 'tokens:write']).get('viewer')).toEqual(['wallets:read', 'tenants:read'])
  expect([...lacking('7', []).keys()]).not.toContain('platform-administrator')
})

test('single permissions are offered unless the role has them, the token lacks them, or a tenant has no use for them', () => {
  const offers = (tenantId: string | null, role: Role | null) =>
    Object.fromEntries(
      offeredPermissions({ tenantId, role }, ['custodians:read', 'audit:read', 'reserves:read']).map((each) => [
        each.permission,
        each.offer,
      ]),
    )
  expect(offers('7', 'viewer')).toMatchObject({
    'custodians:read': 'in-role',
    'audit:read': 'free',
    'tokens:write': 'lacking',
    'reserves:read': 'no-use',
  })
  expect(offers(null, null)).toMatchObject({ 'custodians:read': 'free', 'reserves:read': 'free' })
})

test('addresses are read from lines, and from a list with commas', () => {
  expect(linesOf(' 10.0.0.0/8\n\n192.0.2.1, 2001:db8::/32 ')).toEqual(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32'])
  expect(linesOf(' ')).toEqual([])
})
