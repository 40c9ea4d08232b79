import { canonicalAddress } from '../../../../shared/address.ts'
import { refusalOfToken, type StoredToken } from '../../../import/refusals.ts'
import type { PutCount, TokenEntry, Warning } from '../../import-writes.ts'
import { toInt } from '../../integers.ts'
import { createLookAlikeWatch, type NamedToken, namedTokensSql } from '../../look-alikes.ts'
import { countOutcomes, refuseEntry } from '../../put-outcomes.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { disabledOnNetwork, missing } from './put-references.ts'
import { putRow } from './put-row.ts'

export function putTokens(db: Connection, entries: readonly TokenEntry[]): PutCount {
  const watch = createLookAlikeWatch(() => prepared<NamedToken>(db, namedTokensSql).all())
  const refusalOf = disabledOnNetwork(db, 'tokens')
  const warnings: Warning[] = []
  const count = countOutcomes(entries.length, (index) => {
    const entry = canonical(entries[index] as TokenEntry)
    const reason = missing(db, 'networks', entry.blockchainId) ?? refusalOfToken(entry, tokenNow(db, entry))
    if (reason) return refuseEntry(reason)
    const outcome = putRow(db, { table: 'tokens', row: rowOf(entry), refusalOf })
    const warning = watch(namedToken(entry))
    if (warning) warnings.push({ index, warning })
    return outcome
  })
  if (count.changed) raiseLedgerVersion(db)
  return { ...count, warnings }
}

/** The reserves report shows tokens. */
export const raiseLedgerVersion = (db: Connection): void => {
  prepared(db, 'UPDATE installation SET ledger_version = ledger_version + 1').run()
}

const namedToken = ({ tokenId, blockchainId, symbol, contractAddress }: TokenEntry): NamedToken => ({
  id: toInt(tokenId),
  chain: toInt(blockchainId),
  symbol,
  contract: contractAddress,
})

const canonical = (entry: TokenEntry): TokenEntry => ({
  ...entry,
  contractAddress: entry.contractAddress && canonicalAddress(entry.contractAddress),
})

const rowOf = ({ tokenId, symbol, blockchainId, contractAddress, decimals }: TokenEntry) => ({
  token_id: toInt(tokenId),
  symbol,
  blockchain_id: toInt(blockchainId),
  contract_address: contractAddress,
  decimals: BigInt(decimals),
})

type PlacedToken = Pick<TokenEntry, 'tokenId' | 'blockchainId' | 'contractAddress'>

export function tokenNow(db: Connection, { tokenId, blockchainId, contractAddress }: PlacedToken): StoredToken {
  const holder = prepared<{ id: bigint }>(
    db,
    'SELECT token_id AS id FROM tokens WHERE blockchain_id = ? AND contract_address = ? AND token_id <> ?',
  ).get(toInt(blockchainId), contractAddress, toInt(tokenId))
  const units = prepared<{ blockchainId: bigint; decimals: bigint }>(
    db,
    'SELECT blockchain_id AS blockchainId, decimals FROM tokens JOIN token_totals USING (token_id) WHERE token_id = ?',
  ).get(toInt(tokenId))
  return { holderOfContract: holder?.id ?? null, units: units ?? null }
}
