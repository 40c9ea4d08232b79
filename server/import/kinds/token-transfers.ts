import { canonicalAddress } from '../../../shared/address.ts'
import type { Id } from '../../../shared/primitives.ts'
import type { ReserveDirectory } from '../../store/store.ts'
import { uint256 } from '../amount.ts'
import { address, hash, label, optional, repeating, sequence, smallNumber, type Values } from '../column.ts'
import type { Kind, Read, Reading } from '../kind.ts'
import { latestMoment } from '../moment.ts'
import { createRowReader } from '../read-row.ts'
import { appendBySource, type SourcedTransaction } from '../sourced-transaction.ts'

const unixSeconds = smallNumber(Math.floor(latestMoment / 1000))
const ignored = optional(label(1000), null)

/** ethereum-etl's `token_transfers`; its CSV has the first seven only. */
const columns = {
  token_address: address,
  from_address: address,
  to_address: address,
  value: uint256,
  transaction_hash: optional(hash, null),
  log_index: sequence,
  block_number: sequence,
  block_timestamp: optional(unixSeconds, null),
  block_hash: optional(repeating(hash), null),
  type: ignored,
  item_id: ignored,
  item_timestamp: ignored,
}

type Chain = {
  readonly source: string
  readonly tokens: ReadonlyMap<string, Id>
  readonly accounts: ReadonlyMap<string, Id>
}

function chainOf({ networks, tokens, accounts }: ReserveDirectory, name: string): Chain | string {
  const id = networks.find((network) => network.name === name)?.blockchainId
  if (!id) return `there is no network "${name}"; import the networks first, or choose the network with --network`
  const here = <Item extends { blockchainId: Id }>(items: readonly Item[]) =>
    items.filter(({ blockchainId }) => blockchainId === id)
  return {
    source: `chain:${id}`,
    tokens: new Map(
      here(tokens).flatMap(({ contractAddress, tokenId }) => (contractAddress ? [[contractAddress, tokenId]] : [])),
    ),
    accounts: new Map(here(accounts).map((account) => [account.address, account.reserveAccountId])),
  }
}

type Transfer = Values<typeof columns>

function read(transfer: Transfer, chain: Chain, timestamp: number | null): Read<SourcedTransaction> {
  const at = transfer.block_timestamp === null ? timestamp : transfer.block_timestamp * 1000
  if (at === null) return 'the line has no time; set one with --timestamp'
  const fromAccountId = chain.accounts.get(canonicalAddress(transfer.from_address)) ?? null
  const toAccountId = chain.accounts.get(canonicalAddress(transfer.to_address)) ?? null
  if (!fromAccountId && !toAccountId) return null
  const tokenId = chain.tokens.get(canonicalAddress(transfer.token_address))
  if (!tokenId) return `a reserve account moved the unknown token ${transfer.token_address}; import it as a token first`
  const { block_number: position, log_index: index, value: amount } = transfer
  const { transaction_hash: transactionHash, block_hash: blockHash } = transfer
  const where = { source: chain.source, position, index, transactionHash, blockHash }
  return { ...where, tokenId, amount, at, fromAccountId, toAccountId }
}

export const tokenTransferKind: Kind = {
  name: 'token transfers',
  mark: 'token_address',
  columns,
  async open({ store, places, settings }) {
    const chain = chainOf(await store.reserveDirectory(), settings.network)
    if (typeof chain === 'string') return chain
    const readRow = createRowReader(columns, places)
    const reading: Reading<SourcedTransaction> = {
      read(row) {
        const transfer = readRow(row)
        return typeof transfer === 'string' ? transfer : read(transfer, chain, settings.timestamp)
      },
      put: (entries) => appendBySource(store, entries),
    }
    return reading as Reading<object>
  },
}
