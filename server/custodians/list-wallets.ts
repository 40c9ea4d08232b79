import { fail } from '../../shared/failure.ts'
import type { Parsed } from '../../shared/operations.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { WalletListing, WalletsPage } from '../../shared/wallets.ts'
import { seesTenant } from '../access/authorize.ts'
import type { Call } from '../context/call.ts'
import { pagerOf } from '../context/paging.ts'
import type { Parts } from '../context/parts.ts'

/** The wallets of a custodian under one tenant; the very same object while nothing in it changed. */
export async function listWallets(
  request: Parsed<'custodians.wallets'>,
  { principal }: Call,
  { store }: Parts,
): Promise<Result<WalletListing>> {
  const listing = seesTenant(principal, request.tenantId) ? await store.walletListing(request) : null
  return listing ? ok(listing) : fail('NotFound')
}

export async function listWalletsPage(
  input: Parsed<'custodians.walletsPage'>,
  { principal }: Call,
  { store, salt }: Parts,
): Promise<Result<WalletsPage>> {
  const pager = pagerOf('custodians.walletsPage', input, salt)
  if (!pager.ok) return pager
  const page = seesTenant(principal, input.tenantId) ? await store.walletsPage(input, pager.value.request) : null
  return page ? ok({ ...page.listing, nextCursor: pager.value.nextCursor(page.next) }) : fail('NotFound')
}
