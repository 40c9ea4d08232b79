import { canonicalAddress } from '../../../../shared/address.ts'
import type { PutCount, TokenEntry, Warning } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { createLookAlikeWatch, type NamedToken } from '../look-alikes.ts'
import { prepared } from '../statements.ts'
import { countOutcomes, refuse } from './put-entries.ts'
import { missing } from './put-references.ts'
import { putRow } from './put-row.ts'

type Stored = { blockchain_id: bigint; decimals: bigint }

export function putTokens(db: Connection, entries: readonly TokenEntry[]): PutCount {
  const watch = createLookAlikeWatch(db)
  const warnings: Warning[] = []
  const count = countOutcomes(entries.length, (index) => {
    const entry = canonical(entries[index] as TokenEntry)
    const reason = missing(db, 'networks', entry.blockchainId) ?? contractTaken(db, entry) ?? unitsAreSet(db, entry)
    if (reason) return refuse(reason)
    const outcome = putRow(db, { table: 'tokens', row: rowOf(entry) })
    const warning = watch(namedToken(entry))
    if (warning) warnings.push({ index, warning })
    return outcome
  })
  if (count.changed) prepared(db, 'UPDATE installation SET ledger_version = ledger_version + 1').run()
  return { ...count, warnings }
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

function contractTaken(db: Connection, { tokenId, blockchainId, contractAddress }: TokenEntry): string | null {
  const other = prepared<{ token_id: bigint }>(
    db,
    'SELECT token_id FROM tokens WHERE blockchain_id = ? AND contract_address = ? AND token_id <> ?',
  ).get(toInt(blockchainId), contractAddress, toInt(tokenId))
  return other ? `the contract ${contractAddress} is token ${other.token_id} already` : null
}

/** Stored amounts are whole minor units on one chain: other decimals would give every one of them another meaning. */
function unitsAreSet(db: Connection, { tokenId, blockchainId, decimals }: TokenEntry): string | null {
  const stored = prepared<Stored>(
    db,
    'SELECT blockchain_id, decimals FROM tokens JOIN token_totals USING (token_id) WHERE token_id = ?',
  ).get(toInt(tokenId))
  if (!stored || (stored.decimals === BigInt(decimals) && stored.blockchain_id === toInt(blockchainId))) return null
  return `token ${tokenId} has transactions, so its decimals (${stored.decimals}) and network (${stored.blockchain_id}) stay`
}
