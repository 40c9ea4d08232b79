import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerEncoder } from '../../server/http/response/answer-encoder.ts'
import { inOne } from '../../server/http/response/chunks.ts'
import { envelopeOf } from '../../shared/envelope.ts'
import type { Id } from '../../shared/primitives.ts'
import { type Wallet, WalletListing } from '../../shared/wallets.ts'

/** Any text: control characters, halves of surrogate pairs, characters beyond the basic plane, and long ones. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('\u0000\u001f"\\/\b\f\n\r\t\u007f\u2028\u2029', '\ud800', '\udfff', '\udc00\ud800', '🔑', ''),
  fc.string({ unit: 'grapheme', minLength: 300, maxLength: 400 }),
)
const anyId = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map((value) => `${value}` as Id)
/** Few networks, of which some have the same ID and other members. */
const anyNetworks = fc.array(
  fc.record(
    { blockchainId: fc.constantFrom('1' as Id, '2' as Id), network: anyText, networkIcon: anyText },
    { requiredKeys: ['blockchainId', 'network'] },
  ),
  { minLength: 1, maxLength: 4 },
)
const anyWallets: fc.Arbitrary<Wallet[]> = anyNetworks.chain((networks) =>
  fc.array(
    fc
      .record({
        walletTenantId: anyId,
        walletId: anyId,
        metadataJson: anyText,
        network: fc.constantFrom(...networks),
        address: anyText,
        flags: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
      })
      .map(({ network, flags: [isVisible, isActive, isTreasuryEnabled, isGasStationEnabled], address, ...wallet }) => ({
        ...wallet,
        ...network,
        address,
        isVisible,
        isActive,
        isTreasuryEnabled,
        isGasStationEnabled,
      })),
  ),
)
const anyListing = fc
  .record({ custodianId: anyId, custodianName: anyText, custodianProvider: anyText, wallets: anyWallets })
  .map((value) => ({ isSuccess: true, isFailure: false, error: null, value }))

const envelope = envelopeOf(WalletListing)
const encoders = { number: answerEncoder(() => envelope, 'number'), string: answerEncoder(() => envelope, 'string') }
const idMembers = new Set(['custodianId', 'walletTenantId', 'walletId', 'blockchainId'])

/** An independent writer: that of the language, which can be given the digits of a number. */
const jsonOf = (value: unknown, form: 'number' | 'string') =>
  JSON.stringify(value, (name, member) =>
    form === 'number' && idMembers.has(name)
      ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(member)
      : member,
  )

test.each(['number', 'string'] as const)(
  'any wallet listing is the bytes of JSON.stringify, with each ID as a %s',
  (form) => {
    fc.assert(
      fc.property(anyListing, (listing) => {
        const bytes = inOne(encoders[form](listing))
        expect(bytes.equals(Buffer.from(jsonOf(listing, form)))).toBe(true)
      }),
      { numRuns: 300 },
    )
  },
)

test('a network that changed between two answers of one encoder is written as it is now', () => {
  const wallet = { walletTenantId: '1', walletId: '2', metadataJson: '{}', address: 'a' }
  const flags = { isVisible: true, isActive: true, isTreasuryEnabled: false, isGasStationEnabled: false }
  const listingWith = (networkIcon: string) => {
    const wallets = [{ ...wallet, blockchainId: '1', network: 'Ethereum', networkIcon, ...flags }]
    return { isSuccess: true, isFailure: false, error: null, value: { custodianId: '1', custodianName: 'a', wallets } }
  }
  const icons = ['before', 'after'].map((icon) => {
    const answer = JSON.parse(inOne(encoders.string(listingWith(icon))).toString()) as ReturnType<typeof listingWith>
    return answer.value.wallets[0]?.networkIcon
  })
  expect(icons).toEqual(['before', 'after'])
})

test('a long listing comes in chunks that together are the whole', () => {
  const network = { blockchainId: '1', network: 'Ethereum', networkIcon: 'x'.repeat(3_000) }
  const flags = { isVisible: true, isActive: true, isTreasuryEnabled: false, isGasStationEnabled: false }
  const wallets = Array.from({ length: 1_000 }, (_, place) => {
    const what = { walletTenantId: '1', walletId: `${place + 1}`, metadataJson: '{"label":"é🔑"}' }
    return { ...what, ...network, address: 'ü', ...flags }
  })
  const value = { custodianId: '1', custodianName: 'a', custodianProvider: 'b', wallets }
  const listing = { isSuccess: true, isFailure: false, error: null, value }
  const chunks: Buffer[] = []
  const made = encoders.string(listing)
  let next = made.next()
  for (; !next.done; next = made.next()) chunks.push(next.value)
  chunks.push(next.value)
  expect(chunks.length).toBeGreaterThan(5)
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(300_000)
  expect(
    Math.max(...chunks.map(({ buffer, length }) => buffer.byteLength / length)),
    'little room is wasted',
  ).toBeLessThan(2)
  expect(Buffer.concat(chunks).toString()).toBe(JSON.stringify(listing))
})
