import { type Failure, failureOfCode } from '../../shared/failure.ts'
import type { Tenant } from '../../shared/tenants.ts'
import type { Row } from '../store/changed-values.ts'
import { isRowDisabled, type RowChange } from '../store/item-shapes.ts'

/** Why an item may not be stored like that, by what its engine read; null where it may. */
type Refusal = Failure | null

const taken = (line: string): Failure => failureOfCode('AlreadyExists', { info: [line] })

/** The tenant of a custodian has to be there, and not disabled. */
export function refusalOfOwner(owner: Tenant | null): Refusal {
  if (!owner) return failureOfCode('NotFound')
  return owner.disabled ? failureOfCode('Disabled', { info: ['tenant: is disabled'] }) : null
}

type CustodianFacts = {
  /** A rotation or check of it is open. */
  readonly isBeingAsked: boolean
  /** Its credentials would be sent to another host. */
  readonly isOtherHost: boolean
}

/** Whether a change concerns where, or to whom, credentials are sent. */
export const isOfProvider = ({ before, after }: RowChange): boolean =>
  before !== null && (before.provider !== after.provider || before.base_url !== after.base_url)

/** Credentials are bound to a provider, and are not sent to another host as long as their account is pinned. */
export function refusalOfProvider(change: RowChange, { isBeingAsked, isOtherHost }: CustodianFacts): Refusal {
  const { before, after } = change
  if (before === null || !isOfProvider(change)) return null
  if (isBeingAsked) return failureOfCode('RotationInProgress')
  if (before.credential_version === 0n) return null
  const { provider } = before
  if (provider !== after.provider)
    return failureOfCode('InUse', {
      message: `This custodian holds keys of ${provider}, so its provider cannot change; nothing was changed. Create another custodian at ${after.provider}.`,
      info: ['credentials: 1'],
    })
  return after.provider_account !== null && isOtherHost ? pinned(before) : null
}

const pinned = ({ provider_account: account }: Row): Failure =>
  failureOfCode('ValidationError', {
    message:
      'The stored keys would be sent to another host, where their account cannot be expected to be the same; nothing was changed. ' +
      'If that is intended, forget the pinned account too: the next rotation then accepts keys of any account there.',
    info: [`forgetPinnedAccount: must be true; the pinned account is ${account}`],
  })

export const refusalOfWalletAt = (isDisabled: boolean | undefined): Refusal =>
  isDisabled ? failureOfCode('Disabled', { info: ['custodian: it or its tenant is disabled'] }) : null

export const refusalOfNetworkName = (holder: bigint | undefined): Refusal =>
  holder ? taken(`name: network ${holder} has it, and names of networks are unique`) : null

/** The networks of an item, before a change and after it. */
export const networksOf = ({ before, after }: RowChange): readonly bigint[] => [
  ...new Set([after.blockchain_id as bigint, (before ?? after).blockchain_id as bigint]),
]

/** The network of an item has to be there, and not disabled. */
export function refusalOfNetwork(id: bigint, network: Row | undefined): Refusal {
  if (!network) return failureOfCode('NotFound', { info: [`blockchainId: there is no network ${id}`] })
  return isRowDisabled(network)
    ? failureOfCode('Disabled', { info: [`blockchainId: network ${id} is disabled`] })
    : null
}

/** Stored transactions give these members their meaning. */
const meantByTransactions = (members: string): Failure =>
  failureOfCode('InUse', {
    message: `Reserve transactions are stored, so ${members} cannot change; nothing was changed. Create another one instead.`,
    info: ['reserve transactions: at least 1'],
  })

type ChainTokenFacts = {
  readonly holderOfContract: bigint | null
  readonly units: { readonly blockchainId: bigint; readonly decimals: bigint } | null
}

export function refusalOfChainTokenRow(after: Row, { holderOfContract, units }: ChainTokenFacts): Refusal {
  if (holderOfContract !== null) return taken(`contractAddress: token ${holderOfContract} of this network has it`)
  const isSame = !units || (units.decimals === after.decimals && units.blockchainId === after.blockchain_id)
  return isSame ? null : meantByTransactions('decimals and network of the token')
}

type AccountFacts = {
  readonly holderOfAddress: bigint | null
  readonly place: { readonly blockchainId: bigint; readonly address: string } | null
}

export function refusalOfAccountRow(after: Row, { holderOfAddress, place }: AccountFacts): Refusal {
  if (holderOfAddress !== null) return taken(`address: reserve account ${holderOfAddress} of this network has it`)
  const isSame = !place || (place.address === after.address && place.blockchainId === after.blockchain_id)
  return isSame ? null : meantByTransactions('address and network of the account')
}
