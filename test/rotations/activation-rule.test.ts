import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refusalOfActivation, type TokenNow } from '../../server/rotations/may-activate.ts'
import type { CustodianRecord } from '../../server/store/records.ts'
import type { RotationCompletion } from '../../server/store/rotation-writes.ts'
import type { Freeze } from '../../shared/freezes.ts'
import { custodians, tenants } from '../harness/seed.ts'

const at = 1_000
const permission = 'custodians:update'
const version = fc.integer({ min: 0, max: 2 })
const account = fc.constantFrom('one', 'two')

const token: fc.Arbitrary<TokenNow> = fc.option(
  fc.record({
    permissions: fc.subarray([permission, 'custodians:read', 'audit:read']),
    expiresAt: fc.integer({ min: at - 1, max: at + 2 }),
    revokedAt: fc.option(fc.constantFrom(at - 1, at)),
    disabledAt: fc.constantFrom(null, null, at - 1, at),
  }),
)
const custodian: fc.Arbitrary<CustodianRecord | null> = fc.option(
  fc.record({
    custodianId: fc.constant(custodians.copper),
    tenantId: fc.constant(tenants.first),
    name: fc.constant('Copper'),
    provider: fc.constant('copper' as const),
    baseUrl: fc.constant(null),
    providerAccount: fc.option(account),
    credentialVersion: version,
    isDisabled: fc.boolean(),
  }),
)
const freeze: fc.Arbitrary<Freeze | null> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({
      tenantId: fc.constantFrom(null, tenants.first),
      reason: fc.constant('case 7'),
      frozenAt: fc.constant('2026-03-04T05:06:07.008Z'),
      frozenBy: fc.constant('alice'),
    }),
  },
)
const found = fc.record({ custodian, token, freeze })
const completion: fc.Arbitrary<RotationCompletion> = fc
  .record({ expectedVersion: version, providerAccount: account })
  .map(({ expectedVersion, providerAccount }) => ({
    rotationId: 'rotation',
    custodianId: custodians.copper,
    tokenId: tenants.first,
    permission,
    expectedVersion,
    version: expectedVersion + 1,
    sealed: { keyId: 'key', wrappedKey: new Uint8Array(), ciphertext: new Uint8Array() },
    keyId: 'fp:00000000',
    providerAccount,
    reason: '',
    answer: '',
    actor: 'tester',
    at,
  }))

const mayDo = (tokenNow: TokenNow) =>
  tokenNow !== null &&
  tokenNow.revokedAt === null &&
  tokenNow.disabledAt === null &&
  tokenNow.expiresAt > at &&
  tokenNow.permissions.includes(permission)

test('credentials become active only for a valid token and an enabled custodian that is not frozen, at the version and the account that the rotation began with', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(found, completion, (now, wanted) => {
      const { custodian: custodianNow, token: tokenNow, freeze: freezeNow } = now
      const isSame =
        custodianNow?.credentialVersion === wanted.expectedVersion &&
        [null, wanted.providerAccount].includes(custodianNow.providerAccount)
      const code = refusalOfActivation(now, wanted)?.code ?? 'active'
      const unlessSame = isSame ? 'active' : 'RotationInProgress'
      const unlessFrozen = freezeNow ? 'Frozen' : unlessSame
      expect(code).toBe(!mayDo(tokenNow) ? 'Forbidden' : custodianNow?.isDisabled ? 'Disabled' : unlessFrozen)
      seen.add(code)
    }),
    { numRuns: 2_000, seed: 20_260_101 },
  )
  expect([...seen].sort(), 'control').toEqual(['Disabled', 'Forbidden', 'Frozen', 'RotationInProgress', 'active'])
})

test('a refusal names its rotation, and says of the token why it does not permit it', () => {
  fc.assert(
    fc.property(found, completion, (now, wanted) => {
      const refusal = refusalOfActivation(now, wanted)
      if (!refusal) return
      expect(refusal.rotationId).toBe(wanted.rotationId)
      const ofToken = /^reason=(token-revoked|token-expired|token-disabled|permission-removed)$/
      expect(refusal.info.some((line) => ofToken.test(line))).toBe(refusal.code === 'Forbidden')
    }),
  )
})
