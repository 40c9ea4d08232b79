import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type LedgerEntry,
  refusalOfCustodian,
  refusalOfMove,
  refusalOfReserveAccount,
  refusalOfToken,
  refusalOfWallet,
  refusalOfWay,
  repetitionOf,
} from '../../server/import/refusals.ts'
import { id } from '../harness/seed.ts'

const one = fc.constantFrom(id(1), id(2))
const chain = fc.constantFrom(1n, 2n)
const provider = fc.constantFrom('copper' as const, 'fireblocks' as const)
const baseUrl = fc.constantFrom(null, 'https://a.example', 'https://a.example/path', 'https://b.example', 'simulator:')

/** Runs the property on the same cases each time, and checks that the rule both takes and refuses some. */
function assertRule<Case extends [unknown, ...unknown[]]>(
  cases: { readonly [Place in keyof Case]: fc.Arbitrary<Case[Place]> },
  rule: (...values: Case) => { readonly refusal: string | null; readonly isRefused: boolean },
): void {
  const seen = new Set<boolean>()
  fc.assert(
    fc.property(...cases, (...values: Case) => {
      const { refusal, isRefused } = rule(...values)
      expect(refusal !== null).toBe(isRefused)
      seen.add(isRefused)
    }),
    { seed: 20_260_101, numRuns: 2_000 },
  )
  expect(seen, 'control: it takes some and refuses some').toEqual(new Set([true, false]))
}

const originOf = (url: string | null) => (url?.startsWith('https:') ? new URL(url).origin : url)

test('a custodian keeps its tenant, and one that has credentials keeps its provider and where they are sent', () => {
  const custodian = fc.record({ tenantId: one, provider, baseUrl })
  const now = fc.record({ version: fc.nat(1), isBeingAsked: fc.boolean(), mayChangeBaseUrl: fc.boolean() })
  assertRule([custodian, custodian, now], (stored, entry, { version, isBeingAsked, mayChangeBaseUrl }) => {
    const known = {
      custodianId: id(9),
      name: 'Desk',
      providerAccount: null,
      credentialVersion: version,
      isDisabled: false,
    }
    const given = { custodianId: id(9), name: 'Other', ...entry }
    const refusal = refusalOfCustodian(given, { stored: { ...known, ...stored }, isBeingAsked, mayChangeBaseUrl })
    const isMoved = entry.tenantId !== stored.tenantId
    const isOtherProvider = entry.provider !== stored.provider
    const isOtherUrl = entry.baseUrl !== stored.baseUrl
    const isOtherHost = originOf(entry.baseUrl) !== originOf(stored.baseUrl)
    const isRefused =
      isMoved ||
      (isOtherProvider && version > 0) ||
      ((isOtherProvider || isOtherUrl) && isBeingAsked) ||
      (isOtherHost && version > 0 && !mayChangeBaseUrl)
    return { refusal, isRefused }
  })
})

test('a wallet belongs to the tenant of its custodian, and stays with it', () => {
  const flags = { isVisible: true, isActive: true, isTreasuryEnabled: false, isGasStationEnabled: false }
  assertRule([one, fc.option(one), one], (tenantId, ofCustodian, ofStored) => {
    const place = { walletId: id(7), custodianId: id(9), blockchainId: id(1), address: '0x1', metadataJson: '{}' }
    const entry = { ...place, ...flags, tenantId }
    const known = {
      custodianId: id(9),
      name: 'Desk',
      provider: 'copper',
      baseUrl: null,
      providerAccount: null,
      isDisabled: false,
    } as const
    const custodian = ofCustodian && { ...known, tenantId: ofCustodian, credentialVersion: 0 }
    const refusal = refusalOfWallet(entry, custodian) ?? refusalOfMove(entry, BigInt(ofStored))
    return { refusal, isRefused: ofCustodian !== tenantId || ofStored !== tenantId }
  })
})

test('a contract belongs to one token, whose decimals and network stay once it has transactions', () => {
  const state = fc.record({
    holderOfContract: fc.option(fc.constant(8n)),
    units: fc.option(fc.record({ blockchainId: chain, decimals: fc.constantFrom(6n, 18n) })),
  })
  assertRule([one, fc.constantFrom(6, 18), state], (blockchainId, decimals, now) => {
    const refusal = refusalOfToken(
      { tokenId: id(7), symbol: 'USDX', contractAddress: '0xa', blockchainId, decimals },
      now,
    )
    const isOther =
      now.units && (`${now.units.blockchainId}` !== blockchainId || Number(now.units.decimals) !== decimals)
    return { refusal, isRefused: now.holderOfContract !== null || Boolean(isOther) }
  })
})

test('an address belongs to one reserve account, which keeps it once it has transactions', () => {
  const address = fc.constantFrom('0x1', '0x2')
  const state = fc.record({
    holderOfAddress: fc.option(fc.constant(8n)),
    place: fc.option(fc.record({ blockchainId: chain, address })),
  })
  assertRule([one, address, state], (blockchainId, given, now) => {
    const refusal = refusalOfReserveAccount(
      { reserveAccountId: id(7), name: 'Cold', blockchainId, address: given },
      now,
    )
    const isOther = now.place && (`${now.place.blockchainId}` !== blockchainId || now.place.address !== given)
    return { refusal, isRefused: now.holderOfAddress !== null || Boolean(isOther) }
  })
})

test('a transaction needs a token and a reserve account at one end, all on one network', () => {
  const named = fc.record({ id: fc.constant(7n), chain: fc.option(chain), disabled: fc.constant(null) })
  const leg = fc.option(named, { nil: undefined })
  assertRule([named, leg, leg], (token, from, to) => {
    const legs = [from, to].filter((each) => each !== undefined)
    const isWhole = token.chain !== null && legs.length > 0 && legs.every((each) => each.chain === token.chain)
    return { refusal: refusalOfWay({ token, from, to }), isRefused: !isWhole }
  })
})

const knownLeg = fc.constantFrom(null, 1n, 2n)
const ledgerEntry: fc.Arbitrary<LedgerEntry> = fc.record({
  token: fc.constantFrom(1n, 2n),
  amount: fc.constantFrom('1', '2'),
  from: knownLeg,
  to: knownLeg,
  at: fc.constantFrom(1, 2),
  hash: fc.constantFrom(null, '0x1', '0x2'),
})
/** The entry, with some of what is known of it left out. */
const lessKnown = (whole: LedgerEntry) =>
  fc.record({
    ...Object.fromEntries((['token', 'amount', 'at'] as const).map((name) => [name, fc.constant(whole[name])])),
    ...Object.fromEntries((['from', 'to', 'hash'] as const).map((name) => [name, fc.constantFrom(whole[name], null)])),
  }) as unknown as fc.Arbitrary<LedgerEntry>

test('a transaction and itself are the same, and what is known of one can only grow', () => {
  fc.assert(
    fc.property(
      ledgerEntry.chain((whole) => fc.tuple(fc.constant(whole), lessKnown(whole))),
      ([whole, less]) => {
        expect(repetitionOf(whole, whole)).toBe('same')
        const isLess = less.from !== whole.from || less.to !== whole.to || less.hash !== whole.hash
        expect(repetitionOf(less, whole)).toBe(isLess ? 'more-known' : 'same')
        const hasLessLegs = less.from !== whole.from || less.to !== whole.to
        expect(repetitionOf(whole, less), 'a leg that is known is not taken back').toBe(hasLessLegs ? 'other' : 'same')
      },
    ),
  )
})

test('a repetition with another amount, token or time is another transaction', () => {
  fc.assert(
    fc.property(ledgerEntry, ledgerEntry, (stored, given) => {
      const isOther = stored.token !== given.token || stored.amount !== given.amount || stored.at !== given.at
      if (isOther) expect(repetitionOf(stored, given)).toBe('other')
    }),
  )
})
