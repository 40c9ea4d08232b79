import type { Id } from '../../shared/primitives.ts'
import type { ProviderId } from '../../shared/providers.ts'
import type { By } from './by.ts'

export type Network = { readonly blockchainId: Id; readonly name: string; readonly icon: string }

export type CustodianEntry = {
  readonly custodianId: Id
  readonly tenantId: Id
  readonly name: string
  readonly provider: ProviderId
  readonly baseUrl: string | null
}

export type WalletEntry = {
  readonly walletId: Id
  readonly tenantId: Id
  readonly custodianId: Id
  readonly blockchainId: Id
  readonly address: string
  readonly metadataJson: string
  readonly isVisible: boolean
  readonly isActive: boolean
  readonly isTreasuryEnabled: boolean
  readonly isGasStationEnabled: boolean
}

export type TokenEntry = {
  readonly tokenId: Id
  readonly symbol: string
  readonly blockchainId: Id
  readonly contractAddress: string | null
  readonly decimals: number
}

export type ReserveAccountEntry = {
  readonly reserveAccountId: Id
  readonly blockchainId: Id
  readonly address: string
  readonly name: string
}

export type TenantEntry = { readonly tenantId: Id; readonly name: string }

/** Who puts entries, for the audit record of each object that changes; the program itself unless named. */
export type PutBy = Partial<By> & {
  /** Whether the base URL of a custodian that has credentials may change; they will be sent there. */
  readonly mayChangeBaseUrl?: boolean
}

/** The outcome of a batch; a refused entry is named by its index in the batch. */
export type PutCount = {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: readonly RefusedEntry[]
  /** Entries that were taken although something about them needs a look. */
  readonly warnings?: readonly Warning[]
}

export type Warning = { readonly index: number; readonly warning: string }

export type RefusedEntry = {
  readonly index: number
  readonly reason: string
  /** Another block is stored where the one of this transaction would stand. */
  readonly isOtherBlock?: true
}

/** Reserve transactions of one source, in the order of (position, index). */
export type TransactionBatch = { readonly source: string; readonly transactions: readonly TransactionEntry[] }

export type TransactionEntry = {
  /** Where on the source: block number and log index, or a sequence and 0. */
  readonly position: bigint
  readonly index: bigint
  readonly tokenId: Id
  /** Whole minor units, decimal digits. */
  readonly amount: string
  /** null is outside the reserve accounts: a deposit has no `from`, a withdrawal no `to`. */
  readonly fromAccountId: Id | null
  readonly toAccountId: Id | null
  /** Epoch milliseconds. */
  readonly at: number
  /** Where it can be looked up; null or absent where the source does not say. */
  readonly transactionHash?: string | null
  readonly blockHash?: string | null
}

export type AppendCount = PutCount

/** What imports put. */
export type ImportWrites = {
  putNetworks(entries: readonly Network[]): Promise<PutCount>
  putTenants(entries: readonly TenantEntry[], by?: PutBy): Promise<PutCount>
  putCustodians(entries: readonly CustodianEntry[], by?: PutBy): Promise<PutCount>
  putWallets(entries: readonly WalletEntry[]): Promise<PutCount>
  putTokens(entries: readonly TokenEntry[]): Promise<PutCount>
  putReserveAccounts(entries: readonly ReserveAccountEntry[], by?: PutBy): Promise<PutCount>
  appendReserveTransactions(batch: TransactionBatch): Promise<AppendCount>
}
