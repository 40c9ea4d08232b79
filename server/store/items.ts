import type { ChainToken } from '../../shared/chain-tokens.ts'
import type { AdministeredCustodian } from '../../shared/custodians.ts'
import type { AdministeredNetwork } from '../../shared/networks.ts'
import type { Id } from '../../shared/primitives.ts'
import type { ProviderId } from '../../shared/providers.ts'
import type { ReserveAccount } from '../../shared/reserve-accounts.ts'
import type { Result } from '../../shared/result.ts'
import type { Tenant } from '../../shared/tenants.ts'
import type { AdministeredWallet } from '../../shared/wallets.ts'
import type { EventType, Webhook } from '../../shared/webhooks.ts'
import type { By } from './by.ts'

/** What administrators create, change and delete, as it is read. */
export type Items = {
  readonly tenant: Tenant
  readonly custodian: AdministeredCustodian
  readonly wallet: AdministeredWallet
  readonly network: AdministeredNetwork
  readonly 'chain-token': ChainToken
  readonly 'reserve-account': ReserveAccount
  readonly webhook: Webhook
}
export type ItemKind = keyof Items
export type PlatformKind = 'network' | 'chain-token' | 'reserve-account' | 'webhook'

/** What can be set of each. */
export type ItemValues = {
  readonly tenant: { readonly name: string }
  readonly custodian: {
    /** Cannot be changed. */
    readonly tenantId: Id
    readonly name: string
    readonly provider: ProviderId
    readonly baseUrl: string | null
    /** null forgets the account that credentials must belong to; only a rotation sets one. */
    readonly providerAccount?: null
  }
  /** Only an import adds one. */
  readonly wallet: { readonly metadataJson: string; readonly isTreasuryEnabled: boolean }
  readonly network: { readonly name: string; readonly icon: string }
  readonly 'chain-token': {
    readonly symbol: string
    readonly blockchainId: Id
    readonly contractAddress: string | null
    readonly decimals: number
  }
  readonly 'reserve-account': { readonly blockchainId: Id; readonly address: string; readonly name: string }
  readonly webhook: {
    readonly name: string
    readonly url: string
    readonly eventTypes: readonly EventType[]
    /** null is all of them, and the platform. */
    readonly tenantIds: readonly Id[] | null
    /** Sealed, as text. */
    readonly secret: string
    readonly previousSecret?: string
    /** Epoch milliseconds. */
    readonly previousSecretUntil?: number
  }
}

/** Which of a kind. Only what the tenant sees is found; a null tenant sees all. */
export type ItemKey<Kind extends ItemKind = ItemKind> = {
  readonly kind: Kind
  readonly id: Id
  readonly seenBy: Id | null
}

export type NewItem<Kind extends ItemKind = ItemKind> = By &
  Omit<ItemKey<Kind>, 'id'> & {
    /** null is the next one that was never used. */
    readonly id: Id | null
    readonly values: ItemValues[Kind]
  }

/** One as it was read in this version. */
export type VersionedItem<Kind extends ItemKind = ItemKind> = By & ItemKey<Kind> & { readonly version: number }
export type ItemUpdate<Kind extends ItemKind = ItemKind> = VersionedItem<Kind> & {
  /** The others stay as they are. */
  readonly values: Partial<ItemValues[Kind]>
}
export type ItemSwitch<Kind extends ItemKind = ItemKind> = VersionedItem<Kind> & { readonly isDisabled: boolean }

type Changed<Kind extends ItemKind> = Promise<Result<Items[Kind]>>

/**
 * Changes of what administrators change, each with its audit record in one commit. A version that is another by now is
 * `PreconditionFailed` with the current item as value; what is not seen is `NotFound`.
 */
export type ItemWrites = {
  createItem<Kind extends ItemKind>(item: NewItem<Kind>): Changed<Kind>
  updateItem<Kind extends ItemKind>(update: ItemUpdate<Kind>): Changed<Kind>
  /** Answers it as it was. Only what nothing refers to can be deleted. */
  deleteItem<Kind extends ItemKind>(item: VersionedItem<Kind>): Changed<Kind>
  switchItem<Kind extends ItemKind>(change: ItemSwitch<Kind>): Changed<Kind>
}

export type ItemReads = {
  findItem<Kind extends ItemKind>(key: ItemKey<Kind>): Promise<Items[Kind] | null>
}
