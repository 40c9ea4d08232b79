import type { AuditPage, ListAudit } from '../../shared/audit.ts'
import type { Custodian } from '../../shared/custodians.ts'
import type { Freeze } from '../../shared/freezes.ts'
import type { Id } from '../../shared/primitives.ts'
import type { ReportReservesModel, ReservesReport } from '../../shared/reserves.ts'
import type { Rotation } from '../../shared/rotations.ts'
import type { SearchKind, SearchResults } from '../../shared/search.ts'
import type { Tenant } from '../../shared/tenants.ts'
import type { TokenState } from '../../shared/token-administration.ts'
import type { ListWallets, WalletListing } from '../../shared/wallets.ts'
import type { Delivery, DeliveryState } from '../../shared/webhook-deliveries.ts'
import type { KeyRecord } from '../vault/key-record.ts'
import type { EventWrites, WebhookSecrets } from './events.ts'
import type { Network, ReserveAccountEntry, TokenEntry } from './import-writes.ts'
import type { AuditLink } from './inspection.ts'
import type { ItemReads, Items, ItemWrites, PlatformKind } from './items.ts'
import type {
  ConnectionUse,
  CredentialVersion,
  CustodianRecord,
  FoundToken,
  ListedToken,
  SignInRecord,
  StoreFigures,
} from './records.ts'
import type { StoreError } from './store-error.ts'
import type { TokenKey } from './token-writes.ts'
import type { Writes } from './writes.ts'

export type StoredCredentials = { readonly custodian: CustodianRecord; readonly current: CredentialVersion | null }

export type CredentialsOfKey = { readonly keyId: string; readonly pairs: number }

/** Where a named custodian must be for the caller to see it; a null tenant sees all. */
export type CustodianKey = { readonly custodianId: Id; readonly tenantId: Id | null }

/** A place in a list, by what the list is ordered by. Only the store makes and reads them. */
export type Position = readonly string[]

/** The rows of a list that come after a position (null: from the start), at most so many. */
export type PageRequest = { readonly after: Position | null; readonly limit: number }

/** The rows of a page, and the position of the last one; null when the list ends there. */
export type Page<Row> = { readonly rows: readonly Row[]; readonly next: Position | null }

export type RotationsWanted = {
  readonly custodianId: Id
  /** Only those that this token began under this Idempotency-Key. */
  readonly begunBy: { readonly tokenId: Id; readonly idempotencyKey: string } | null
}

export type DeliveriesWanted = { readonly webhookId: Id; readonly state?: DeliveryState | undefined }

/** Which tokens are listed, as of a moment (epoch milliseconds). A null tenant sees all. */
export type TokensWanted = {
  readonly seenBy: Id | null
  readonly name?: string | undefined
  readonly state?: TokenState | undefined
  readonly expiresBefore?: number | undefined
  readonly at: number
}

/** What is looked for as of a moment (epoch milliseconds), and in what; up to `limit` of each kind. A null tenant sees all. */
export type SearchWanted = {
  /** Without white space at its ends. */
  readonly query: string
  readonly kinds: readonly SearchKind[]
  readonly seenBy: Id | null
  readonly limit: number
  readonly at: number
}

/** Epoch milliseconds. */
export type UnusedSessionsWanted = { readonly begunBefore: number; readonly at: number; readonly limit: number }

/** A wallet listing that ends at a position; null where it ends with its last wallet. */
export type WalletListingPage = { readonly listing: WalletListing; readonly next: Position | null }

/** What reserve transactions are read against. */
export type ReserveDirectory = {
  readonly networks: readonly Omit<Network, 'icon'>[]
  readonly tokens: readonly TokenEntry[]
  readonly accounts: readonly ReserveAccountEntry[]
}

/** As of which moment (epoch milliseconds), and how many milliseconds before its end a token counts as expiring. */
export type FiguresWanted = { readonly at: number; readonly expiringWithin: number }

/** Up to `limit` records behind the one with this sequence. */
export type AuditSlice = { readonly after: string; readonly limit: number }

export type AuditHead = { readonly sequence: Id; readonly hash: string } | null

/** What is read; never waits for a writer. Unchanged data is answered with the very same (frozen) object. */
export type Reads = ItemReads & {
  findToken(hash: Uint8Array): Promise<FoundToken | null>
  /**
   * While it is the same, no token changed since. Answered at once, as of this turn of the event loop; a store that cannot
   * read it at once has to be asked to `refresh` in the same turn, and else answers a number that never comes again.
   */
  tokensVersion(): bigint
  /** Whether a wallet listing or report that was read would be read as the very same object now. Answered at once, too. */
  isUnchanged(value: object): boolean
  /**
   * Brings what is answered at once up to a moment after this call, for what is left of the turn in which it resolves; null
   * where it always is.
   */
  refresh(): Promise<void> | null
  listTokens(): Promise<readonly ListedToken[]>
  /** By ID. */
  tokensPage(wanted: TokensWanted, page: PageRequest): Promise<Page<ListedToken>>
  findTokenById(key: TokenKey): Promise<ListedToken | null>
  /** Valid sessions that began before a moment and were never used, as of another; up to `limit` of them. */
  listUnusedSessions(wanted: UnusedSessionsWanted): Promise<readonly Id[]>
  findSignIn(id: Uint8Array): Promise<SignInRecord | null>
  findTenant(tenantId: Id): Promise<Tenant | null>
  listTenants(tenantId: Id | null): Promise<readonly Tenant[]>
  tenantsPage(tenantId: Id | null, page: PageRequest): Promise<Page<Tenant>>
  listCustodians(tenantId: Id | null): Promise<readonly Custodian[]>
  custodiansPage(tenantId: Id | null, page: PageRequest): Promise<Page<Custodian>>
  findCustodian(key: CustodianKey): Promise<CustodianRecord | null>
  /** What refuses changes now, as far as the tenant meets it; a null tenant sees all. */
  listFreezes(seenBy: Id | null): Promise<readonly Freeze[]>
  /** A custodian with its active credentials, sealed, as of one moment. */
  findCredentials(key: CustodianKey): Promise<StoredCredentials | null>
  /** Sealed pairs whose key is wrapped by another key than `keyId`, up to `limit`. */
  listCredentialsNotUnder(keyId: string, limit: number): Promise<readonly CredentialVersion[]>
  /** How many sealed pairs, and secrets of webhooks, each key wraps. */
  countCredentialsByKey(): Promise<readonly CredentialsOfKey[]>
  /** Every key-encryption key that is or was active, or is to become so. */
  listKeys(): Promise<readonly KeyRecord[]>
  walletListing(request: ListWallets): Promise<WalletListing | null>
  /** The listing with one page of its wallets. */
  walletsPage(request: ListWallets, page: PageRequest): Promise<WalletListingPage | null>
  /** `contracts` adds the contract of each token and whether others look like it. */
  reservesReport(request?: { readonly contracts: boolean }): Promise<ReservesReport>
  reservesPage(page: PageRequest & { readonly contracts?: boolean }): Promise<Page<ReportReservesModel>>
  reserveDirectory(): Promise<ReserveDirectory>
  /** Newest first. */
  rotationsPage(wanted: RotationsWanted, page: PageRequest): Promise<Page<Rotation>>
  findRotation(custodianId: Id, rotationId: string): Promise<Rotation | null>
  listAudit(request: ListAudit, tenantId: Id | null): Promise<AuditPage>
  /** Reads only as much as it answers, however much is stored. */
  search(wanted: SearchWanted): Promise<SearchResults>
  auditHead(): Promise<AuditHead>
  /** Records as the chain covers them, oldest first. */
  auditSlice(slice: AuditSlice): Promise<readonly AuditLink[]>
  /** The sequence of the last record that was sent to a destination; "0" before the first. */
  auditStreamPosition(destination: string): Promise<string>
  /** The webhooks to which this server could deliver something at that moment (epoch milliseconds). */
  dueWebhooks(wanted: { readonly serverId: string; readonly at: number }): Promise<readonly Id[]>
  /** Newest first. */
  deliveriesPage(wanted: DeliveriesWanted, page: PageRequest): Promise<Page<Delivery>>
  findDelivery(webhookId: Id, eventId: string): Promise<Delivery | null>
  listWebhookSecrets(): Promise<readonly WebhookSecrets[]>
  /** Reads no more than a few thousand rows, however much is stored. */
  figures(wanted: FiguresWanted): Promise<StoreFigures>
  /** All of a kind that belongs to no tenant, by ID. */
  itemsPage<Kind extends PlatformKind>(kind: Kind, page: PageRequest): Promise<Page<Items[Kind]>>
  /** Random bytes of this installation, for fingerprints that mean nothing elsewhere. */
  salt(): Promise<Uint8Array>
}

/**
 * Storage as a port: each method is one atomic unit.
 * A write that could not be stored rejects with a `StoreError`, whose cause tells whether it may have happened.
 */
export type Store = Reads &
  Writes &
  ItemWrites &
  EventWrites & {
    /** Why writes fail now; null while they work. Tests it where that is in doubt, at most once a second. */
    writeFault(): Promise<StoreError | null>
    /** Milliseconds by which the clock that all servers share is ahead of this machine's; 0 where there is only this one. */
    clockOffset(): number
    /** Known without asking the database, so also while no connection is free; null where there is none to connect to. */
    connections(): ConnectionUse | null
    /** Called when the store can no longer write. */
    onBroken(listener: (reason: Error) => void): void
    /** Called with what an operator should look after although every write was stored. */
    onWarning(listener: (warning: string) => void): void
    close(): Promise<void>
  }
