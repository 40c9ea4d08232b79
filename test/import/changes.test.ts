import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { id } from '../harness/seed.ts'
import {
  address,
  csv,
  furnish,
  type ImportScene,
  openImportScene,
  refusedIn,
  transactionsHeader,
} from './import-scene.ts'

const listingOf = async ({ store }: ImportScene, custodianId: number, tenantId = 1) =>
  store.walletListing({ tenantId: id(tenantId), custodianId: id(custodianId), onlyActive: false })

const custodianHeader = 'custodianId,tenantId,name,provider,baseUrl'
const walletHeader = 'walletId,tenantId,custodianId,blockchainId,address'
const tokenHeader = 'tokenId,tokenSymbol,blockchainId,contractAddress,decimals'
const accountHeader = 'reserveAccountId,blockchainId,address,name'

const reasonsIn = (file: string) => refusedIn(file).map(({ reason }) => reason)

test('a listing shows the new name of its custodian and of its network at once, and is the same object while nothing changed', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const before = await listingOf(desk, 11)
  await desk.take('custodians.csv', csv(custodianHeader, '11,1,Vault,fireblocks,', '12,1,Renamed desk,copper,'))
  expect(await listingOf(desk, 11)).toBe(before)
  expect(await desk.take('custodians.csv', csv(custodianHeader, '11,1,Renamed,fireblocks,'))).toMatchObject({
    changed: 1,
  })
  const renamed = await listingOf(desk, 11)
  expect(renamed?.custodianName).toBe('Renamed')
  expect(await desk.take('networks.csv', csv('blockchainId,network', '1,Arbitrum'))).toMatchObject({ changed: 1 })
  expect((await listingOf(desk, 11))?.wallets[0]).toMatchObject({ network: 'Arbitrum' })
})

test('a wallet that is added, changed or moved shows in the listings it concerns and leaves the others alone', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const other = await listingOf(desk, 21, 2)
  await desk.take('wallets.csv', csv(walletHeader, `103,1,11,1,${address(103)}`))
  expect((await listingOf(desk, 11))?.wallets.map(({ walletId }) => walletId)).toEqual(['101', '103'])
  await desk.take('wallets.csv', csv(`${walletHeader},isActive`, `103,1,11,1,${address(103)},false`))
  expect((await listingOf(desk, 11))?.wallets[1]).toMatchObject({ isActive: false })
  await listingOf(desk, 12)
  expect(await desk.take('wallets.csv', csv(walletHeader, `103,1,12,1,${address(103)}`))).toMatchObject({ changed: 1 })
  expect((await listingOf(desk, 11))?.wallets.map(({ walletId }) => walletId)).toEqual(['101'])
  expect((await listingOf(desk, 12))?.wallets.map(({ walletId }) => walletId)).toEqual(['102', '103'])
  expect(await listingOf(desk, 21, 2)).toBe(other)
})

test('the report shows a new token symbol at once', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  await desk.take('book.csv', csv(transactionsHeader, 'book,1,0,3,5,2026-01-01T00:00:00Z,,1'))
  const before = await desk.store.reservesReport()
  await desk.take('tokens.csv', csv(tokenHeader, '3,CCC,1,,0'))
  expect(await desk.store.reservesReport()).toBe(before)
  await desk.take('tokens.csv', csv(tokenHeader, '3,NEW,1,,0'))
  expect((await desk.store.reservesReport())[0]?.tokenSymbol).toBe('NEW')
})

test('a custodian cannot move to another tenant, nor a wallet', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const custodians = await desk.take('custodians.csv', csv(custodianHeader, '11,2,Vault,fireblocks,'))
  expect(reasonsIn(custodians.file)).toEqual(['custodian 11 belongs to tenant 1 and cannot move to tenant 2'])
  const wallets = await desk.take(
    'wallets.csv',
    csv(walletHeader, `101,2,11,1,${address(101)}`, `101,2,21,1,${address(101)}`),
  )
  expect(reasonsIn(wallets.file)).toEqual([
    "custodian 11 belongs to tenant 1, not to the wallet's tenant 2",
    'wallet 101 belongs to tenant 1 and cannot move to tenant 2',
  ])
  expect((await listingOf(desk, 11))?.wallets).toHaveLength(1)
})

/** Makes credentials active that no key can open. */
async function storeCredentials({ store }: ImportScene): Promise<void> {
  const custodianId = id(12)
  const tenantId = id(1)
  const at = Date.now()
  const actor = 'test'
  const created = await store.createToken({
    name: 'test',
    hash: randomBytes(32),
    permissions: ['custodians:update'],
    tenantId: null,
    expiresAt: at + 60_000,
    actor,
    at,
  })
  if (created.kind !== 'created') throw new Error('the name is taken')
  const { tokenId } = created
  const rotation = { rotationId: 'r', custodianId, tokenId, keyId: 'fp:00000000', actor, at }
  const keyFingerprint = randomBytes(32)
  const intent = { ...rotation, tenantId, keyFingerprint, idempotency: null, checkedFor: 'copper' as const }
  expect(await store.beginRotation(intent)).toMatchObject({ ok: true })
  const open = await openedMeanwhile({ store })
  expect(open).toEqual([expect.stringContaining('custodian 12 has a rotation or check in progress')])
  const sealed = { keyId: 'k', wrappedKey: randomBytes(8), ciphertext: randomBytes(8) }
  const completed = await store.completeRotation({
    ...rotation,
    permission: 'custodians:update',
    expectedVersion: 0,
    version: 1,
    sealed,
    providerAccount: 'account',
    reason: '',
    answer: '',
  })
  expect(completed).toMatchObject({ ok: true })
}

/** What the store says of another provider while the credentials are being checked at the first one. */
async function openedMeanwhile({ store }: Pick<ImportScene, 'store'>): Promise<string[]> {
  const entry = { custodianId: id(12), tenantId: id(1), name: 'Desk', provider: 'fireblocks', baseUrl: null } as const
  return (await store.putCustodians([entry])).refused.map(({ reason }) => reason)
}

test('the provider of a custodian can change until credentials are stored or being checked', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const other = csv(custodianHeader, '11,1,Vault,copper,')
  expect(await desk.take('custodians.csv', other)).toMatchObject({ changed: 1 })
  await storeCredentials(desk)
  const result = await desk.take('custodians.csv', csv(custodianHeader, '12,1,Desk,fireblocks,'))
  expect(reasonsIn(result.file)).toEqual([expect.stringContaining('custodian 12 holds keys of copper')])
})

test('decimals and network of a token stay once it has transactions, and so does the address of a reserve account', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const tokens = csv(tokenHeader, '3,CCC,1,,2')
  const accounts = csv(accountHeader, `3,1,${address(0xb9)},Three`)
  expect(await desk.take('tokens.csv', tokens)).toMatchObject({ changed: 1 })
  expect(await desk.take('accounts.csv', accounts)).toMatchObject({ changed: 1 })
  await desk.take('book.csv', csv(transactionsHeader, 'book,1,0,3,5.25,2026-01-01T00:00:00Z,,3'))
  const token = await desk.take('tokens.csv', csv(tokenHeader, '3,CCC,1,,3', '3,CCC,2,,2', '3,CCD,1,,2'))
  expect(token).toMatchObject({ changed: 1, refused: 2 })
  expect(reasonsIn(token.file)[0]).toContain(
    'token 3 has transactions, so its decimals (2) and network (1) cannot change',
  )
  const account = await desk.take(
    'accounts.csv',
    csv(accountHeader, `3,1,${address(0xb3)},Three`, `3,1,${address(0xb9)},New`),
  )
  expect(account).toMatchObject({ changed: 1, refused: 1 })
  expect(reasonsIn(account.file)[0]).toContain('reserve account 3 has transactions')
  expect((await desk.store.reservesReport())[0]).toMatchObject({ tokenSymbol: 'CCD', reserveAmount: '5.25' })
})

/** The records of changed objects, oldest first. */
async function changesIn({ store }: ImportScene) {
  const { records } = await store.listAudit({ limit: 100 }, null)
  return records.filter(({ kind }) => kind.endsWith('.changed')).toReversed()
}

test('each tenant, custodian and reserve account that an import changes has its own audit record with old and new values', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  await desk.take('tenants.csv', csv('tenantId,name', '1,First Trust', '2,Renamed Trust', '3,Third'), {
    actor: 'alice',
  })
  await desk.take(
    'custodians.csv',
    csv(custodianHeader, '11,1,Vault,copper,https://copper.example', '21,2,Other,fireblocks,'),
  )
  await desk.take('accounts.csv', csv(accountHeader, `2,1,${address(0xb9)},Cold`, `3,1,${address(0xb3)},Three`))
  expect(await changesIn(desk)).toMatchObject([
    {
      kind: 'tenant.changed',
      actor: 'alice',
      tenantId: '2',
      custodianId: null,
      details: { oldName: 'Second Trust', newName: 'Renamed Trust' },
    },
    {
      kind: 'custodian.changed',
      actor: 'strongroom import',
      tenantId: '1',
      custodianId: '11',
      details: {
        oldProvider: 'fireblocks',
        newProvider: 'copper',
        oldBaseUrl: '',
        newBaseUrl: 'https://copper.example',
      },
    },
    {
      kind: 'reserve-account.changed',
      tenantId: null,
      custodianId: null,
      details: {
        reserveAccountId: '2',
        oldName: 'Two',
        newName: 'Cold',
        oldAddress: address(0xb2),
        newAddress: address(0xb9),
      },
    },
  ])
})

test('the base URL of a custodian that has credentials changes only when that is allowed, and the audit names both', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const moved = csv(custodianHeader, '12,1,Desk,copper,https://elsewhere.example')
  expect(
    await desk.take('custodians.csv', csv(custodianHeader, '12,1,Desk,copper,https://first.example')),
  ).toMatchObject({
    changed: 1,
  })
  await storeCredentials(desk)
  const refused = await desk.take('custodians.csv', moved)
  expect(reasonsIn(refused.file)).toEqual([
    'custodian 12 has credentials, and they would be sent to https://elsewhere.example instead of https://first.example; ' +
      'if that is intended, import it with --allow-base-url-change',
  ])
  const own = await desk.take('custodians.csv', csv(custodianHeader, '12,1,Desk,copper,'))
  expect(reasonsIn(own.file)[0]).toContain("sent to the provider's own address instead of https://first.example")
  const same = csv(custodianHeader, '12,1,Renamed,copper,https://FIRST.example/')
  expect(await desk.take('custodians.csv', same)).toMatchObject({ changed: 1, refused: 0 })
  expect(await desk.take('custodians.csv', moved, { mayChangeBaseUrl: true })).toMatchObject({ changed: 1, refused: 0 })
  expect((await changesIn(desk)).at(-1)?.details).toMatchObject({
    oldBaseUrl: 'https://FIRST.example/',
    newBaseUrl: 'https://elsewhere.example',
  })
})

test('an unknown network gets a neutral icon, which an imported icon replaces', async () => {
  await using desk = await openImportScene()
  const header = 'blockchainId,network,networkIcon'
  const given = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`
  const names = ['Nowhere', '<script>', 'constructor', '\u20bf']
  await desk.take('networks.csv', csv(header, ...names.map((name, place) => `${place + 1},${name},`)))
  const iconsOf = async () => (await desk.data.truth.read('networks')).map(({ icon }) => icon)
  const svgs = (await iconsOf()).map((icon) =>
    Buffer.from(icon.replace('data:image/svg+xml;base64,', ''), 'base64').toString(),
  )
  expect(svgs.map((svg) => />(.)<\/text>/.exec(svg)?.[1])).toEqual(['N', 'S', 'C', '·'])
  expect(new Set(await iconsOf()).size).toBe(4)
  expect(await desk.take('networks.csv', csv(header, `1,Nowhere,"${given}"`))).toMatchObject({ changed: 1 })
  expect((await iconsOf())[0]).toBe(given)
})
