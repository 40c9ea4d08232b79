import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Store } from '../../server/store/store.ts'
import type { Id } from '../../shared/primitives.ts'
import { asExactlyRead, readExactly } from '../harness/exact.ts'
import { replayable } from '../harness/replayable.ts'
import { custodians, icon, id, tenants } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { type Ask, restRequest, restTransport, transports } from './transports.ts'

const largest = 2n ** 63n - 1n
const double = 2n ** 53n

/** Ids of any size, many of them where a double begins to round or int64 ends. */
const anId = fc
  .oneof(
    fc.bigInt({ min: 1_000n, max: largest }),
    fc.bigInt({ min: double - 8n, max: double + 64n }),
    fc.bigInt({ min: largest - 64n, max: largest }),
  )
  .map(id)

type Ids = {
  readonly tenantId: Id
  readonly custodianId: Id
  readonly chains: readonly Id[]
  readonly wallets: readonly Id[]
}

const someIds = fc.uniqueArray(anId, { minLength: 16, maxLength: 16 }).map(([tenantId, custodianId, ...rest]) => ({
  tenantId: tenantId as Id,
  custodianId: custodianId as Id,
  chains: rest.slice(0, 3),
  wallets: rest.slice(3),
}))

async function store({ putTenants, putCustodians, putNetworks, putWallets }: Store, ids: Ids): Promise<void> {
  const { tenantId, custodianId, chains, wallets } = ids
  await putTenants([{ tenantId, name: 'Large' }])
  await putCustodians([{ tenantId, custodianId, name: 'Large', provider: 'copper', baseUrl: 'simulator:' }])
  await putNetworks(chains.map((blockchainId) => ({ blockchainId, name: `Chain ${blockchainId}`, icon })))
  const flags = { isVisible: true, isActive: true, isTreasuryEnabled: false, isGasStationEnabled: false }
  await putWallets(
    wallets.map((walletId, at) => ({
      walletId,
      tenantId,
      custodianId,
      address: `0x${at}`,
      metadataJson: '{}',
      ...flags,
      blockchainId: chains[at % chains.length] as Id,
    })),
  )
}

async function expectEverywhere(server: TestServer, ask: Omit<Ask, 'token'>, value: unknown): Promise<void> {
  const token = await server.token()
  for (const transport of Object.values(transports))
    expect(await transport(server, { ...ask, token })).toMatchObject({ status: 200, value })
}

test('IDs up to 2^63-1 are returned digit for digit, through the store and both transports', async () => {
  await fc.assert(
    fc.asyncProperty(someIds, async (ids) => {
      await using server = await startTestServer()
      await store(server.app.store, ids)
      const { tenantId, custodianId, chains, wallets } = ids
      const listed = wallets
        .map((walletId, at) => ({ walletId: `#${walletId}`, blockchainId: `#${chains[at % chains.length]}` }))
        .map((wallet) => ({ ...wallet, walletTenantId: `#${tenantId}` }))
        .sort((a, b) => (BigInt(a.walletId.slice(1)) < BigInt(b.walletId.slice(1)) ? -1 : 1))
      const listing = { name: 'custodians.wallets', input: { tenantId, custodianId } } as const
      await expectEverywhere(server, listing, { custodianId: `#${custodianId}`, wallets: listed })
      const custodian = { id: `#${custodianId}`, tenantId: `#${tenantId}` }
      await expectEverywhere(server, { name: 'custodians.list', input: { tenantId } }, [custodian])
    }),
    replayable(8),
  )
})

test('the custodian with the largest ID is rotated, and its rotations and audit records have the exact ID', async () => {
  await using server = await startTestServer()
  const ids = { tenantId: id(largest), custodianId: id(largest - 1n) }
  await store(server.app.store, { ...ids, chains: [id(1)], wallets: [id(largest)] })
  const input = { ...ids, ...(await server.credentials('copper')) }
  for (const transport of Object.values(transports))
    expect(
      (await transport(server, { name: 'custodians.updateApiKeys', input, token: await server.token() })).status,
    ).toBe(200)
  const custodianId = `#${ids.custodianId}`
  const rotations = { name: 'custodians.rotations', input: { custodianId: ids.custodianId } } as const
  await expectEverywhere(server, rotations, [{ custodianId }, { custodianId }, { custodianId }])
  const audit = { name: 'audit.list', input: { custodianId: ids.custodianId, limit: '1' } } as const
  await expectEverywhere(server, audit, { records: [{ custodianId, tenantId: `#${ids.tenantId}` }] })
})

/** Whole minor units in and out of one token's reserves. */
const aToken = fc.record({
  decimals: fc.oneof(fc.constantFrom(0, 1, 6, 8, 18, 255), fc.nat(255)),
  flows: fc.array(
    fc.record({
      amount: fc.oneof(
        fc.bigInt({ min: 0n, max: 10n ** 400n }),
        fc.nat(40).map((power) => 10n ** BigInt(power)),
      ),
      isDeposit: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  ),
})
type Token = typeof aToken extends fc.Arbitrary<infer Value> ? Value : never

/** The sum in native units, computed another way than the service does it. */
function sumOf({ decimals, flows }: Token): string {
  const sum = flows.reduce((total, { amount, isDeposit }) => (isDeposit ? total + amount : total - amount), 0n)
  const size = sum < 0n ? -sum : sum
  const unit = 10n ** BigInt(decimals)
  const digits = `${unit + (size % unit)}`.slice(1).split('')
  while (digits.at(-1) === '0') digits.pop()
  return `${sum < 0n ? '-' : ''}${size / unit}${digits.length ? `.${digits.join('')}` : ''}`
}

async function append({ putTokens, appendReserveTransactions }: Store, tokens: readonly Token[]): Promise<void> {
  const known = { blockchainId: id(1), contractAddress: null }
  await putTokens(tokens.map(({ decimals }, at) => ({ ...known, decimals, tokenId: id(100 + at), symbol: `T${at}` })))
  const account = id(1)
  const transactions = tokens.flatMap(({ flows }, at) =>
    flows.map(({ amount, isDeposit }, index) => ({
      position: BigInt(at),
      index: BigInt(index),
      tokenId: id(100 + at),
      amount: `${amount}`,
      at: Date.now(),
      ...(isDeposit ? { fromAccountId: null, toAccountId: account } : { fromAccountId: account, toAccountId: null }),
    })),
  )
  const { refused } = await appendReserveTransactions({ source: 'exact', transactions })
  expect(refused).toEqual([])
}

test('amounts of hundreds of digits are summed and returned digit for digit, through the store and both transports', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aToken, { minLength: 8, maxLength: 8 }), async (tokens) => {
      await using server = await startTestServer()
      await append(server.app.store, tokens)
      const rows = tokens.map((token, at) => ({
        tokenSymbol: `T${at}`,
        reserveAmount: `#${sumOf(token)}`,
        transactionCount: `#${token.flows.length}`,
      }))
      await expectEverywhere(
        server,
        { name: 'reports.reserves' },
        expect.arrayContaining(rows.map((row) => expect.objectContaining(row))),
      )
    }),
    replayable(8),
  )
})

describe('control: a caller who parses numbers as doubles gets different ones', () => {
  test.each([
    ['ids', { name: 'custodians.wallets', input: { tenantId: tenants.second, custodianId: custodians.large } }],
    ['amounts', { name: 'reports.reserves' }],
  ] as const)('%s', async (_, ask) => {
    await using server = await startTestServer()
    const called = { ...ask, token: await server.token() }
    const text = await (await fetch(restRequest(server, called))).text()
    expect(asExactlyRead(JSON.parse(text))).not.toEqual(readExactly(text))
    expect((await restTransport(server, called)).status).toBe(200)
  })
})
