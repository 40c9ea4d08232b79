import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PutCount, TransactionEntry } from '../../../server/store/import-writes.ts'
import type { PlatformKind } from '../../../server/store/items.ts'
import type { Id } from '../../../shared/primitives.ts'
import { custodians, icon, id, tenants } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import { by, codeOf, type Installation, install } from './installation.ts'
import { brokenInvariants } from './invariants.ts'

const flags = { isVisible: true, isActive: true, isTreasuryEnabled: false, isGasStationEnabled: false }
const owner = { tenantId: tenants.first, custodianId: custodians.copper }
const asset = { symbol: 'NEW', contractAddress: null, decimals: 6 }
const deposit: TransactionEntry = {
  position: 1n,
  index: 0n,
  tokenId: id(1),
  amount: '7',
  fromAccountId: null,
  toAccountId: id(1),
  at: 1_000,
}

describe.each(engines)('on $name', (engine) => {
  let place: Installation
  let unused = 1_000
  const newId = () => id(++unused)
  beforeAll(async () => {
    place = await install(engine)
  })
  afterAll(() => place[Symbol.asyncDispose]())

  const find = (kind: PlatformKind, itemId: Id) => place.store.findItem({ kind, id: itemId, seenBy: null })
  const setDisabled = async (kind: PlatformKind, itemId: Id, isDisabled: boolean) => {
    const { version = 0 } = (await find(kind, itemId)) ?? {}
    return place.store.switchItem({ kind, id: itemId, seenBy: null, version, isDisabled, ...by() })
  }
  /** What happens while it is disabled; it is enabled again afterwards, also where that throws. */
  const whileDisabled = async (kind: PlatformKind, work: () => Promise<void>) => {
    expect((await setDisabled(kind, id(1), true)).ok).toBe(true)
    try {
      await work()
    } finally {
      expect((await setDisabled(kind, id(1), false)).ok).toBe(true)
    }
  }
  const append = (transaction: TransactionEntry, source = 'later') =>
    place.store.appendReserveTransactions({ source, transactions: [transaction] })
  const reasonsOf = ({ refused }: PutCount) => refused.map(({ reason }) => reason)
  const sums = async () =>
    (await place.store.reservesReport()).map(({ tokenSymbol, reserveAmount }) => [tokenSymbol, reserveAmount])
  const lastAudit = async () => (await place.data.truth.read('audit')).at(-1)

  test.each(['network', 'chain-token', 'reserve-account'] as const)(
    'a disabled %s says since when, is audited, and changes only when it is enabled',
    async (kind) => {
      const before = await find(kind, id(1))
      await whileDisabled(kind, async () => {
        const disabled = await find(kind, id(1))
        expect(disabled).toMatchObject({ disabled: true, disabledAt: expect.any(String) })
        expect((await lastAudit())?.kind).toBe(`${kind}.disabled`)
        const version = disabled?.version ?? 0
        const change = { kind, id: id(1), seenBy: null, version, values: { name: 'Other', symbol: 'OTHER' }, ...by() }
        expect(codeOf(await place.store.updateItem(change))).toBe('Disabled')
        expect(await setDisabled(kind, id(1), true), 'again is no change').toEqual({ ok: true, value: disabled })
      })
      expect((await lastAudit())?.kind).toBe(`${kind}.enabled`)
      expect(await find(kind, id(1))).toEqual({ ...before, version: (before?.version ?? 0) + 2 })
    },
  )

  /** Writes that name network 1, each of something new or changed. */
  const onNetwork: Readonly<Record<string, () => Promise<PutCount>>> = {
    'the network': () => place.store.putNetworks([{ blockchainId: id(1), name: `Renamed ${newId()}`, icon }]),
    'a token': () => place.store.putTokens([{ ...asset, tokenId: newId(), blockchainId: id(1) }]),
    'a token that is to leave it': () =>
      place.store.putTokens([{ ...asset, tokenId: id(900), symbol: `LEFT${newId()}`, blockchainId: id(2) }]),
    'a reserve account': () =>
      place.store.putReserveAccounts([
        { reserveAccountId: newId(), blockchainId: id(1), address: `0x${newId()}`, name: 'A' },
      ]),
    'a wallet': () => {
      const wallet = { ...owner, ...flags, blockchainId: id(1), address: '0x1', metadataJson: '{}' }
      return place.store.putWallets([{ ...wallet, walletId: newId() }])
    },
    'a transaction': () => append({ ...deposit, position: BigInt(newId()) }),
  }

  test.each(Object.entries(onNetwork))('an import of %s to a disabled network is refused', async (_, put) => {
    await place.store.putTokens([{ ...asset, tokenId: id(900), blockchainId: id(1) }])
    const before = await sums()
    await whileDisabled('network', async () => {
      const stored = await place.data.truth.everything()
      expect(reasonsOf(await put())).toEqual(['network 1 is disabled; enable it first'])
      expect((await place.data.truth.everything()).audit, 'nothing is stored').toEqual(stored.audit)
      expect(await sums()).toEqual(before)
    })
    expect(reasonsOf(await put()), 'control: enabled, it is taken').toEqual([])
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })

  test('administrators add and change nothing on a disabled network', async () => {
    const token = { ...asset, blockchainId: id(1), contractAddress: `0x${newId()}` }
    const account = { blockchainId: id(1), address: `0x${newId()}`, name: 'B' }
    const all = { id: null, seenBy: null, ...by() }
    const asks = [
      () => place.store.createItem({ ...all, kind: 'chain-token', values: token }),
      () => place.store.createItem({ ...all, kind: 'reserve-account', values: account }),
      async () => {
        const key = { kind: 'wallet', id: id(202), seenBy: null } as const
        const { version = 0 } = (await place.store.findItem(key)) ?? {}
        return place.store.updateItem({ ...all, ...key, version, values: { metadataJson: `{"label":"${newId()}"}` } })
      },
    ]
    await whileDisabled('network', async () => {
      for (const ask of asks)
        expect(await ask()).toMatchObject({
          error: { code: 'Disabled', info: ['blockchainId: network 1 is disabled'] },
        })
    })
    for (const ask of asks) expect(codeOf(await ask()), 'control').toBeNull()
  })

  test.each([
    ['chain-token', 'token 1 is disabled; enable it first'],
    ['reserve-account', 'reserve account 1 is disabled; enable it first'],
  ] as const)('new transactions that name a disabled %s are refused, the others are taken', async (kind, reason) => {
    const position = BigInt(newId())
    const elsewhere = { ...deposit, position, tokenId: id(2), toAccountId: id(2) }
    const named = { ...deposit, position, index: 1n }
    await whileDisabled(kind, async () => {
      const count = await place.store.appendReserveTransactions({ source: 'mixed', transactions: [elsewhere, named] })
      expect(count).toMatchObject({ added: 1, refused: [{ index: 1, reason }] })
    })
    expect(await append(named, 'mixed'), 'control').toMatchObject({ added: 1, refused: [] })
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })

  test.each(['network', 'chain-token', 'reserve-account'] as const)(
    'what is stored of a disabled %s may be imported again, unchanged, and is not completed',
    async (kind) => {
      const stored = { ...deposit, position: BigInt(newId()) }
      await append(stored)
      const before = await sums()
      await whileDisabled(kind, async () => {
        expect(await append(stored)).toMatchObject({ added: 0, changed: 0, unchanged: 1, refused: [] })
        const completed = { ...stored, transactionHash: `0x${'c'.repeat(64)}` }
        expect(await append(completed)).toMatchObject({ changed: 0, unchanged: 0, refused: [{ index: 0 }] })
        expect(await sums()).toEqual(before)
      })
      expect(await sums()).toEqual(before)
    },
  )

  test('the report has the same sums, and marks what is disabled where it names contracts', async () => {
    const marks = async () =>
      (await place.store.reservesReport({ contracts: true })).map(({ tokenSymbol, disabled }) => [
        tokenSymbol,
        disabled,
      ])
    const before = await sums()
    for (const kind of ['network', 'chain-token'] as const) {
      const plain = await place.store.reservesReport({ contracts: true })
      await whileDisabled(kind, async () => {
        await place.store.refresh()
        expect(place.store.isUnchanged(plain), 'no server shows what it kept').toBe(false)
        expect(await marks()).toContainEqual(['USDX', true])
        expect(await marks()).toContainEqual(['WBTC', false])
        expect(await sums()).toEqual(before)
        const page = await place.store.reservesPage({ after: null, limit: 10, contracts: true })
        expect(page.rows.filter(({ disabled }) => disabled).map(({ tokenSymbol }) => tokenSymbol)).toContain('USDX')
      })
      expect(await marks()).toContainEqual(['USDX', false])
    }
  })
})
