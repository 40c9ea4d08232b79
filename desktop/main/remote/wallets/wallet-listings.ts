import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { type ConsoleFailure, consoleFailure } from '../../../bridge/failures.ts'
import type { WalletSlice, WalletsRequest } from '../../../bridge/wallets.ts'
import type { AuthenticatedTarget } from '../api-forwarder.ts'
import type { Connections } from '../connections.ts'
import { failureOfFault } from '../fault.ts'
import { defaultRemoteLimits, type RemoteLimits } from '../limits.ts'
import { buildTrpcRequest } from '../trpc-request.ts'
import { firstRows, type Listing, readListing } from './listing.ts'

/** Rows of each slice but the first; they cross the bridge in a few milliseconds. */
const laterRows = 1_000
const mostListings = 3

type Request = z.output<typeof WalletsRequest>
type Opening = Exclude<Request, { listingId: string }>
type Open = { readonly id: string; readonly profileId: string; readonly listing: Listing; readonly stop: () => void }

export type WalletListings = {
  /** Opens a listing and answers its first rows, or answers the rows that follow as soon as they have arrived. */
  slice(target: AuthenticatedTarget, request: Request): Promise<Result<WalletSlice, ConsoleFailure>>
  /** Drops the stored listings of one profile or of all: when its token changes and when the console is locked. */
  clear(profileId?: string): void
}

type Parts = { readonly connections: Connections; readonly limits?: RemoteLimits }

/**
 * Listings of wallets, read while they arrive: of 100,000 wallets with icons of 3 kB, which is some 350 MB, the icons are
 * nearly all and the same few. So 64 MiB is the limit of what is kept of a listing, not of what comes over the wire.
 */
export function createWalletListings({ connections, limits = defaultRemoteLimits }: Parts): WalletListings {
  const opened = new Map<string, Open>()
  let timesCleared = 0

  const release = ({ id, stop }: Open) => {
    opened.delete(id)
    stop()
  }

  const open = async (
    { profile, token }: AuthenticatedTarget,
    input: Opening,
  ): Promise<Result<Open, ConsoleFailure>> => {
    const unsent = buildTrpcRequest({ path: 'custodians.wallets', input }, token)
    if (!unsent.ok) return { ok: false, error: failureOfFault(unsent.error, 'query') }
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(limits.listingMs)])
    const response = await connections.send(profile, { ...unsent.value, signal })
    if (!response.ok) return { ok: false, error: failureOfFault(response.error, 'query') }
    const listing = readListing(response.value, { limits, token })
    return ok({ id: randomUUID(), profileId: profile.id, listing, stop: () => stop.abort() })
  }

  const keep = (one: Open) => {
    const [oldest] = opened.values()
    if (oldest && opened.size >= mostListings) release(oldest)
    opened.set(one.id, one)
  }

  return {
    slice: async (target, request) => {
      if ('listingId' in request) {
        const known = opened.get(request.listingId)
        if (known?.profileId !== target.profile.id) return err(consoleFailure('ListingGone'))
        return sliceOf(known, request.from)
      }
      const before = timesCleared
      const one = await open(target, request)
      if (!one.ok) return one
      keep(one.value)
      if (timesCleared !== before) release(one.value)
      const first = await sliceOf(one.value, 0)
      if (!first.ok) release(one.value)
      return first
    },
    clear: (profileId) => {
      timesCleared += 1
      for (const one of opened.values()) if (profileId === undefined || one.profileId === profileId) release(one)
    },
  }
}

async function sliceOf({ id, listing }: Open, from: number): Promise<Result<WalletSlice, ConsoleFailure>> {
  const { book, owner, end, more } = listing
  const to = from + (from === 0 ? firstRows : laterRows)
  const isThere = () => owner() !== null && book.rows.length >= to
  while (!isThere() && !end()) await more()
  const whose = owner()
  const failure = end()?.failure
  if (!isThere() && failure) return { ok: false, error: failure }
  if (!whose) throw new Error('a listing ended well without saying whose it is')
  const rows = book.rows.slice(from, to)
  return ok({
    listingId: id,
    custodianName: whose.custodianName,
    custodianProvider: whose.custodianProvider,
    from,
    rows,
    icons: book.icons.firstSeen(from, from + rows.length),
    total: book.rows.length,
    isLast: end() !== null && !failure && from + rows.length >= book.rows.length,
  })
}
