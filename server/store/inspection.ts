import type { Freeze } from '../../shared/freezes.ts'
import type { Id } from '../../shared/primitives.ts'
import type { KeyRecord } from '../vault/key-record.ts'
import type { ItemKind } from './items.ts'
import type { CredentialVersion, TokenRecord } from './records.ts'

/** What one link of the audit chain covers; ids are null where they do not apply. */
export type ChainedRecord = {
  readonly sequence: string
  readonly at: number
  readonly kind: string
  readonly actor: string
  readonly tenantId: string | null
  readonly custodianId: string | null
  readonly rotationId: string | null
  readonly details: string
}

/** What the anchor file says about the last record that was stored. */
export type AnchorState = { readonly sequence: string; readonly hash: string } | 'missing' | 'damaged'

/** A record of the audit with the hash it was stored with and the one stored before it; null where that record is missing. */
export type AuditLink = ChainedRecord & {
  readonly hash: string
  readonly previous: string | null
  /** The first record of the commit that this one ends; its own sequence where it is alone, null where that is not kept. */
  readonly commitStart: string | null
}

export type AuditFilter = {
  readonly custodianId?: string | undefined
  readonly kind?: string | undefined
  /** Epoch milliseconds; records from then on. */
  readonly since?: number | undefined
  /** Only records behind this sequence, and only up to that one. */
  readonly after?: string | undefined
  readonly upTo?: string | undefined
}

export type InspectedVersion = CredentialVersion & { readonly isCurrent: boolean }

/** A custodian whose pairs do not fit the version it is said to have. */
export type Misfit = { readonly custodianId: string; readonly version: number; readonly activeVersions: number }

/** A reserve transaction as stored; ids are null outside the reserve accounts. */
export type LedgerRow = {
  readonly tokenId: string
  /** Whole minor units. */
  readonly amount: string
  readonly fromAccountId: string | null
  readonly toAccountId: string | null
  /** Epoch milliseconds. */
  readonly at: number
}

/** Reserve transactions of the tokens with a symbol, or of a network; all of them where neither is named. */
export type TransactionFilter = { readonly symbol?: string | undefined; readonly network?: string | undefined }

/** A reserve transaction with what it names; null outside the reserve accounts, and where a hash is not known. */
export type ReserveTransaction = Omit<LedgerRow, 'fromAccountId' | 'toAccountId'> & {
  /** The ledger it was read from, the number of its block or its place there, and its place in that block. */
  readonly source: string
  readonly position: string
  readonly index: string
  readonly blockHash: string | null
  readonly transactionHash: string | null
  readonly tokenSymbol: string
  readonly blockchain: string
  readonly contractAddress: string | null
  readonly decimals: number
  readonly from: ReserveAccountName | null
  readonly to: ReserveAccountName | null
}

export type ReserveAccountName = { readonly id: string; readonly name: string; readonly address: string }

/** A total as kept: of a token (`lastAt` is set) or of a token in an account. */
export type KeptTotal = {
  readonly accountId: string | null
  readonly tokenId: string
  readonly amount: string
  readonly transactionCount: number
  readonly lastAt: number | null
}

/**
 * Stored data as it stood at one moment, read without changing it and row by row; what the store refuses can be read too.
 * Damage shows as a `DataFolderError` at the row that needs what is damaged.
 */
export type Inspection = AsyncDisposable & {
  /** The storage: a name for programs, and for people its version and the settings that durability rests on. */
  readonly engine: {
    readonly name: string
    readonly description: string
    /** What holds where it has no structural faults. */
    readonly soundness: string
    /** Its settings with which a crash may take acknowledged changes. */
    readonly unsafeSettings: readonly string[]
    /** How the schema is brought up to date, and how sound data is brought back. */
    readonly steps: { readonly migrate: string; readonly restore: string }
  }
  /** Whether there are servers that write and do not move this anchor, which then may lag by any number of commits. */
  readonly othersWrite: boolean
  /** Steps of the schema that were applied, of those this version knows. */
  readonly schema: { readonly applied: number; readonly known: number }
  /** As it stood at the moment of the database that is read, also under a running server. */
  readonly anchor: AnchorState
  auditLinks(filter?: AuditFilter): AsyncIterable<AuditLink>
  /** Rotations, validations and checks that have no outcome yet. */
  openIntents(): Promise<ReadonlySet<string>>
  /** Every operator token, also revoked and expired ones. */
  tokens(): Promise<readonly TokenRecord[]>
  pairs(): AsyncIterable<InspectedVersion>
  /** How many sealed pairs each key wraps. */
  credentialsByKey(): Promise<ReadonlyMap<string, number>>
  /** Every key-encryption key that is or was active, or is to become so; none in data of before schema 17. */
  keys(): Promise<readonly KeyRecord[]>
  misfits(): Promise<readonly Misfit[]>
  ledger(): AsyncIterable<LedgerRow>
  /** By source, position and index. */
  reserveTransactions(filter?: TransactionFilter): AsyncIterable<ReserveTransaction>
  /** IDs of the tokens that the filter names. */
  tokenIds(filter?: TransactionFilter): Promise<ReadonlySet<string>>
  keptTotals(): AsyncIterable<KeptTotal>
  /** What is wrong in the structure of the storage, at most 20 lines; empty when nothing is. */
  structuralFaults(): Promise<readonly string[]>
  /** Rows that name others which are not there, at most 20 lines. */
  danglingReferences(): Promise<readonly string[]>
}

/** The operator tokens that a data folder knows, by the SHA-256 of their text (hex). */
export type TokenRegister = {
  readonly tokens: ReadonlyMap<string, TokenRecord>
  /** Why tokens or revocations may be missing; null where the register is known to be complete. */
  readonly fault: string | null
}

export type DisabledItem = { readonly kind: Exclude<ItemKind, 'wallet'> | 'operator-token'; readonly id: Id }

/** What administrators stopped in a data folder: changes, by a freeze, and the use of what they disabled. */
export type Restrictions = {
  readonly freezes: readonly Freeze[]
  readonly disabled: readonly DisabledItem[]
  /** Why some cannot be read; null where all were. */
  readonly fault: string | null
}
