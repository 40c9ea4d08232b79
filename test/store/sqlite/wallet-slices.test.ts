import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Connection, openDatabase } from '../../../server/store/sqlite/connection.ts'
import { sliceRows, walletListings } from '../../../server/store/sqlite/reads/wallet-listing.ts'
import { selectListing } from '../../../server/store/sqlite/reads/wallets.ts'
import { createSharedSnapshot } from '../../../server/store/sqlite/shared-snapshot.ts'
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts'
import { createVersionedCache } from '../../../server/store/sqlite/versioned-cache.ts'
import type { WalletListing } from '../../../shared/wallets.ts'
import { custodians, id, seed, tenants } from '../../harness/seed.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { databaseOf } from './database.ts'

const request = { tenantId: tenants.first, custodianId: custodians.copper, onlyActive: true, icons: false }
const count = 2 * sliceRows + 1

const wallet = (number: number) => ({
  walletId: id(number),
  tenantId: tenants.first,
  custodianId: custodians.copper,
  blockchainId: id(1),
  address: `0x${number}`,
  metadataJson: '{"round":0}',
  isVisible: true,
  isActive: true,
  isTreasuryEnabled: false,
  isGasStationEnabled: false,
})

async function fill(dataDir: string): Promise<void> {
  const store = openSqliteStore(dataDir)
  await seed(store)
  await store.putWallets(Array.from({ length: count }, (_, at) => wallet(1_000 + at)))
  await store.close()
}

/** A custodian whose listing takes three slices, read over one connection and changed over another. */
async function setScene() {
  const folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  await fill(dataDir)
  const reader = openDatabase(databaseOf(dataDir), { readonly: true })
  const writer = openDatabase(databaseOf(dataDir), { readonly: false })
  const snapshot = createSharedSnapshot(reader)
  const cache = createVersionedCache(1_000_000, snapshot.state)
  return {
    reading: { db: reader, cache },
    read: walletListings({ db: reader, cache }, snapshot.begin),
    change: (round: number) => changeEnds(writer, round),
    [Symbol.asyncDispose]: async () => {
      snapshot.end()
      reader.close()
      writer.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Changes the first and the last wallet in one commit. */
const changeEnds = (db: Connection, round: number) =>
  db.exec(`BEGIN;
    UPDATE wallets SET metadata_json = '{"round":${round}}' WHERE address IN ('0x1000', '0x${999 + count}');
    UPDATE custodians SET wallets_version = wallets_version + 1;
    COMMIT`)

/** What the first and the last of the long listing's wallets show. */
const endsOf = (wallets: WalletListing['wallets']) =>
  ['0x1000', `0x${999 + count}`].map((wanted) => wallets.find(({ address }) => address === wanted)?.metadataJson)

test('a listing of several slices shows one moment, though it changes while it is read', async () => {
  await using scene = await setScene()
  const pending = scene.read(request)
  scene.change(1)
  expect(endsOf((await pending)?.wallets ?? [])).toEqual(['{"round":1}', '{"round":1}'])
})

test('control: slices that are read before and after the change show two moments', async () => {
  await using scene = await setScene()
  const before = selectListing(scene.reading, request, { after: 0n, limit: sliceRows })
  scene.change(1)
  const after = selectListing(scene.reading, request, { after: 999n + BigInt(sliceRows), limit: count })
  expect(endsOf([...before.wallets, ...after.wallets])).toEqual(['{"round":0}', '{"round":1}'])
})

test('a listing that changes in every turn is read in the end, and shows one moment', async () => {
  await using scene = await setScene()
  const pending = scene.read(request)
  let isPending = true
  const done = pending.finally(() => {
    isPending = false
  })
  let round = 0
  while (isPending) {
    round += 1
    scene.change(round)
    await nextTurn()
  }
  const [first, last] = endsOf((await done)?.wallets ?? [])
  expect(round).toBeGreaterThan(1)
  expect(first).toBe(last)
  expect(first).not.toBe('{"round":0}')
})

test('requests for the same listing share one read, and others run meanwhile', async () => {
  await using scene = await setScene()
  const pending = Promise.all([scene.read(request), scene.read(request)])
  let others = 0
  const other = setImmediate(() => {
    others += 1
  })
  const [first, second] = await pending
  clearImmediate(other)
  expect(first?.wallets.length).toBeGreaterThanOrEqual(count)
  expect(second).toBe(first)
  expect(others).toBe(1)
})
