import { canonicalAddress } from '../../../../shared/address.ts'
import type { Id } from '../../../../shared/primitives.ts'
import {
  type ReserveAccountNow,
  refusalOfReserveAccount,
  refusalOfToken,
  type StoredToken,
} from '../../../import/refusals.ts'
import { changeRecord, type Row } from '../../changed-values.ts'
import type { PutCount, ReserveAccountEntry, TokenEntry, Warning } from '../../import-writes.ts'
import { toInt } from '../../integers.ts'
import { createLookAlikeWatch, type NamedToken, namedTokensSql } from '../../look-alikes.ts'
import { countOutcomes, type Put, putEntries, refuseEntry } from '../../put-outcomes.ts'
import type { SqlQuery } from '../connection.ts'
import { lockChanges } from '../locks.ts'
import type { Transaction } from '../transact.ts'
import { disabledPlaceIn, referencesTo } from './put-objects.ts'
import { openBatch } from './row-batch.ts'

/** The reserves report shows tokens; those that are only added may look like one that is shown. */
export async function moveLedgerVersion(query: SqlQuery, by: { readonly isAdded: boolean }): Promise<void> {
  await query(
    by.isAdded
      ? 'UPDATE installation SET assets_version = assets_version + 1'
      : 'UPDATE installation SET assets_version = assets_version + 1, ledger_version = ledger_version + 1',
  )
}

type Units = { readonly id: bigint; readonly blockchainId: bigint; readonly decimals: bigint }

const unitsSql = `
  SELECT token_id AS id, blockchain_id AS "blockchainId", decimals FROM tokens JOIN token_totals USING (token_id)
  WHERE token_id = ANY($ids::bigint[])`

const tokenColumns = ['token_id', 'symbol', 'blockchain_id', 'contract_address', 'decimals'] as const

async function putTokens({ query }: Transaction, entries: readonly TokenEntry[]): Promise<PutCount> {
  await lockChanges(query)
  const ids = entries.map(({ tokenId }) => tokenId)
  const batch = await openBatch(query, { table: 'tokens', columns: tokenColumns }, ids)
  const missing = await referencesTo(
    query,
    'networks',
    entries.map(({ blockchainId }) => blockchainId),
  )
  const units = new Map((await query<Units>(unitsSql, { ids })).map((each) => [each.id, each]))
  const named = await query<NamedToken>(namedTokensSql)
  const watch = createLookAlikeWatch(() => named)
  const holders = new Places(named.map(({ id, chain, contract }) => ({ id, chain, text: contract })))
  const refusalOf = await disabledPlaceIn(query, 'tokens')
  const warnings: Warning[] = []
  const count = countOutcomes(entries.length, (index) => {
    const entry = withCanonicalContract(entries[index] as TokenEntry)
    const token = namedToken(entry)
    const place = { id: token.id, chain: token.chain, text: token.contract }
    const now: StoredToken = { holderOfContract: holders.otherAt(place), units: units.get(token.id) ?? null }
    const reason = missing(entry.blockchainId) ?? refusalOfToken(entry, now)
    if (reason) return refuseEntry(reason)
    const outcome = batch.put(tokenRow(entry), { refusalOf })
    if (typeof outcome === 'string') holders.take(place)
    const warning = watch(token)
    if (warning) warnings.push({ index, warning })
    return outcome
  })
  await batch.store()
  if (count.changed || count.added) await moveLedgerVersion(query, { isAdded: !count.changed })
  return { ...count, warnings }
}

const withCanonicalContract = (entry: TokenEntry): TokenEntry => ({
  ...entry,
  contractAddress: entry.contractAddress && canonicalAddress(entry.contractAddress),
})

const namedToken = ({ tokenId, blockchainId, symbol, contractAddress }: TokenEntry): NamedToken => ({
  id: toInt(tokenId),
  chain: toInt(blockchainId),
  symbol,
  contract: contractAddress,
})

const tokenRow = ({ tokenId, symbol, blockchainId, contractAddress, decimals }: TokenEntry) => ({
  token_id: toInt(tokenId),
  symbol,
  blockchain_id: toInt(blockchainId),
  contract_address: contractAddress,
  decimals: BigInt(decimals),
})

type Place = { readonly id: bigint; readonly chain: bigint; readonly text: string | null }

/** Who is where on which network; no two are at one place, and what has none is nowhere. */
class Places {
  readonly #holders = new Map<string, bigint>()
  readonly #places = new Map<bigint, string>()

  constructor(places: readonly Place[]) {
    for (const place of places) this.take(place)
  }

  otherAt({ id, chain, text }: Place): bigint | null {
    const holder = text === null ? undefined : this.#holders.get(`${chain} ${text}`)
    return holder === undefined || holder === id ? null : holder
  }

  take({ id, chain, text }: Place): void {
    const before = this.#places.get(id)
    if (before !== undefined) this.#holders.delete(before)
    if (text === null) this.#places.delete(id)
    else {
      this.#places.set(id, `${chain} ${text}`)
      this.#holders.set(`${chain} ${text}`, id)
    }
  }
}

type AccountRow = { readonly id: bigint; readonly chain: bigint; readonly text: string; readonly used: boolean }

const accountsSql = `
  SELECT reserve_account_id AS id, blockchain_id AS chain, address AS text, EXISTS (
    SELECT FROM account_totals t WHERE t.reserve_account_id = r.reserve_account_id
  ) AS used
  FROM reserve_accounts r WHERE reserve_account_id = ANY($ids::bigint[]) OR address = ANY($addresses)`

const accountColumns = ['reserve_account_id', 'blockchain_id', 'address', 'name'] as const

async function putReserveAccounts(
  { query, audit }: Transaction,
  { entries: given, by }: Put<ReserveAccountEntry>,
): Promise<PutCount> {
  await lockChanges(query)
  const entries = given.map((entry) => ({ ...entry, address: canonicalAddress(entry.address) }))
  const ids = entries.map(({ reserveAccountId }) => reserveAccountId)
  const batch = await openBatch(query, { table: 'reserve_accounts', columns: accountColumns }, ids)
  const missing = await referencesTo(
    query,
    'networks',
    entries.map(({ blockchainId }) => blockchainId),
  )
  const rows = await query<AccountRow>(accountsSql, { ids, addresses: entries.map(({ address }) => address) })
  const holders = new Places(rows)
  const refusalOf = await disabledPlaceIn(query, 'reserve_accounts')
  const used = new Map(rows.filter((row) => row.used).map((row) => [row.id, row]))
  const count = putEntries(entries, (entry) => {
    const { reserveAccountId, blockchainId, address: text, name } = entry
    const place = { id: toInt(reserveAccountId), chain: toInt(blockchainId), text }
    const stored = used.get(place.id)
    const now: ReserveAccountNow = {
      holderOfAddress: holders.otherAt(place),
      place: stored ? { blockchainId: stored.chain, address: stored.text } : null,
    }
    const reason = missing(blockchainId) ?? refusalOfReserveAccount(entry, now)
    if (reason) return refuseEntry(reason)
    const object = { kind: 'reserve-account.changed', ids: { reserveAccountId } } as const
    const row = { reserve_account_id: place.id, blockchain_id: place.chain, address: text, name }
    const onChange = (before: Row, after: Row) => audit(changeRecord(by, object, { before, after }))
    const outcome = batch.put(row, { refusalOf, onChange })
    if (typeof outcome === 'string') holders.take(place)
    return outcome
  })
  await batch.store()
  return count
}

/** What a change of one token, or of one reserve account, is judged by. */
export async function tokenFacts(
  query: SqlQuery,
  token: Pick<TokenEntry, 'tokenId' | 'blockchainId' | 'contractAddress'>,
) {
  const sql = `SELECT token_id AS id FROM tokens
    WHERE blockchain_id = $blockchainId AND contract_address = $contractAddress AND token_id <> $tokenId`
  const [holder] = await query<{ id: bigint }>(sql, token)
  const [units] = await query<Units>(unitsSql, { ids: [token.tokenId] })
  return { holderOfContract: holder?.id ?? null, units: units ?? null }
}

export async function accountFacts(query: SqlQuery, account: { id: Id; blockchainId: Id; address: string }) {
  const rows = await query<AccountRow>(accountsSql, { ids: [account.id], addresses: [account.address] })
  const id = toInt(account.id)
  const used = rows.find((row) => row.id === id && row.used)
  return {
    holderOfAddress: new Places(rows).otherAt({ id, chain: toInt(account.blockchainId), text: account.address }),
    place: used ? { blockchainId: used.chain, address: used.text } : null,
  }
}

export const assetWrites = { putTokens, putReserveAccounts } as const
