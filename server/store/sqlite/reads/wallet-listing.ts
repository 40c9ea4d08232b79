import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ListWallets, Wallet, WalletListing } from '../../../../shared/wallets.ts'
import type { SharedSnapshot } from '../shared-snapshot.ts'
import { type CachedReads, listingVersion, selectListing } from './wallets.ts'

type Begin = SharedSnapshot['begin']
type Slicing = { readonly begin: Begin; readonly version: string; readonly rows: number }

/** Wallets that one turn of the event loop reads: some milliseconds of it. */
export const sliceRows = 5_000
const allRows = 2 ** 31 - 1

/**
 * Reads a listing slice by slice, and lets other requests run in between. All slices show the same version, so together they
 * are the listing of one moment. Ends with null once it has another version.
 */
export function* readInSlices(
  reading: CachedReads,
  request: ListWallets,
  { begin, version, rows }: Slicing,
): Generator<undefined, WalletListing | null> {
  const wallets: Wallet[] = []
  const readSlice = () =>
    listingVersion(reading.db, request) === version
      ? selectListing(reading, request, { after: BigInt(wallets.at(-1)?.walletId ?? 0), limit: rows })
      : null
  for (;;) {
    const slice = begin(readSlice)
    if (!slice) return null
    for (const wallet of slice.wallets) wallets.push(wallet)
    if (slice.wallets.length < rows) return { ...slice, wallets }
    yield
  }
}

async function inTurns<Value>(steps: Generator<undefined, Value>): Promise<Value> {
  let step = steps.next()
  for (; !step.done; step = steps.next()) await nextTurn()
  return step.value
}

/** Reads of a listing that end because it changed, before it is read at once, which no change can interrupt. */
const mostInterrupted = 2

const keyOf = ({ custodianId, onlyActive, icons = true }: ListWallets) =>
  `wallets ${custodianId} ${onlyActive} ${icons}`

/**
 * Reads listings: the very same object while neither the custodian's wallets nor the networks changed, and null where the
 * tenant has no such custodian. Requests for the same listing share one read.
 */
export function walletListings(
  reading: CachedReads,
  begin: Begin,
): (request: ListWallets) => Promise<WalletListing | null> {
  const { db, cache } = reading
  const inProgress = new Map<string, Promise<WalletListing | null>>()

  async function build(request: ListWallets, slicing: Slicing): Promise<WalletListing | null> {
    const listing = await inTurns(readInSlices(reading, request, slicing))
    const version = { current: slicing.version, read: () => listingVersion(db, request) }
    return listing && cache.get(keyOf(request), version, () => listing)
  }

  function buildOnce(request: ListWallets, slicing: Slicing): Promise<WalletListing | null> {
    const name = `${keyOf(request)} ${slicing.version}`
    const building = inProgress.get(name) ?? build(request, slicing).finally(() => inProgress.delete(name))
    inProgress.set(name, building)
    return building
  }

  async function listingOf(request: ListWallets, interrupted: number): Promise<WalletListing | null> {
    const version = listingVersion(db, request)
    if (version === null) return null
    const known = cache.find<WalletListing>(keyOf(request), version)
    if (known) return known
    const rows = interrupted < mostInterrupted ? sliceRows : allRows
    return (await buildOnce(request, { begin, version, rows })) ?? listingOf(request, interrupted + 1)
  }
  return (request) => listingOf(request, 0)
}
