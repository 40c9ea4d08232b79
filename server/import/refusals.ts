import type { Freeze } from '../../shared/freezes.ts'
import { linesOfFreeze } from '../access/freezes.ts'
import type { CustodianEntry, ReserveAccountEntry, TokenEntry, WalletEntry } from '../store/import-writes.ts'
import type { CustodianRecord } from '../store/records.ts'

/** Why an entry is refused, for the person who imports it; null when it is taken. What it is judged by is read by the store. */
export type Reason = string | null

const nouns = { tenants: 'tenant', networks: 'network', custodians: 'custodian', tokens: 'token' } as const

/** An entry names an object that is not there. */
export const thereIsNo = (kind: keyof typeof nouns, id: unknown): string =>
  `there is no ${nouns[kind]} ${id}; import the ${kind} first`

export const wasDeleted = (id: unknown): string =>
  `the ID ${id} was deleted with an administration request, and deleted IDs are not used again; give it another ID, or leave it out`

const disabledNouns = { networks: 'network', tokens: 'token', reserve_accounts: 'reserve account' } as const
/** Tables whose rows, while disabled, take no imported changes, and nothing new that names them. */
export type DisablingTable = keyof typeof disabledNouns

export const isDisabledNow = (table: DisablingTable, id: unknown): string =>
  `${disabledNouns[table]} ${id} is disabled; enable it first`

/** The change of a row that is not refused otherwise. */
export const isFrozen = (freeze: Freeze): string => `${linesOfFreeze(freeze).join('; ')}; thaw it first`

export const networkNameTaken = (name: string, by: unknown): string =>
  `network ${by} already has the name "${name}"; network names are unique`

export type CustodianNow = {
  readonly stored: CustodianRecord
  /** A rotation or check of it is open. */
  readonly isBeingAsked: boolean
  /** The operator allows that credentials are sent to another address from now on. */
  readonly mayChangeBaseUrl: boolean
}

/** Keys are bound to a tenant and to a provider, and an open rotation is asking one at this moment. */
export function refusalOfCustodian(entry: CustodianEntry, now: CustodianNow): Reason {
  const { custodianId, tenantId, provider, baseUrl, credentialVersion } = now.stored
  if (entry.tenantId !== tenantId)
    return `custodian ${custodianId} belongs to tenant ${tenantId} and cannot move to tenant ${entry.tenantId}`
  if (entry.provider !== provider && credentialVersion > 0)
    return `custodian ${custodianId} holds keys of ${provider}; import the one at ${entry.provider} with an ID of its own`
  if ((entry.provider !== provider || entry.baseUrl !== baseUrl) && now.isBeingAsked)
    return `custodian ${custodianId} has a rotation or check in progress; import its provider or baseUrl again when it has finished`
  return now.mayChangeBaseUrl ? null : refusalOfOtherHost(now.stored, entry)
}

/** The part of a base URL that tells who is sent the credentials. */
export const sentTo = (baseUrl: string | null): string | null =>
  baseUrl && /^https?:/.test(baseUrl) && URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl

/** The next rotation or check sends credentials to the base URL. */
function refusalOfOtherHost(
  { custodianId, baseUrl, credentialVersion }: CustodianRecord,
  entry: CustodianEntry,
): Reason {
  if (credentialVersion === 0 || sentTo(baseUrl) === sentTo(entry.baseUrl)) return null
  const from = baseUrl ?? "the provider's own address"
  const to = entry.baseUrl ?? "the provider's own address"
  return `custodian ${custodianId} has credentials, and they would be sent to ${to} instead of ${from}; if that is intended, import it with --allow-base-url-change`
}

/** A listing is read under the custodian's tenant, so another tenant's wallet in it would be shown to strangers. */
export function refusalOfWallet({ custodianId, tenantId }: WalletEntry, custodian: CustodianRecord | null): Reason {
  if (!custodian) return thereIsNo('custodians', custodianId)
  if (custodian.tenantId === tenantId) return null
  return `custodian ${custodianId} belongs to tenant ${custodian.tenantId}, not to the wallet's tenant ${tenantId}`
}

/** A wallet stays with the tenant it is stored under. */
export const refusalOfMove = ({ walletId, tenantId }: WalletEntry, storedTenant: bigint): Reason =>
  `${storedTenant}` === tenantId
    ? null
    : `wallet ${walletId} belongs to tenant ${storedTenant} and cannot move to tenant ${tenantId}`

export type StoredToken = {
  /** Another token on the network that has the entry's contract. */
  readonly holderOfContract: bigint | null
  /** Its units, where transactions are stored in them. */
  readonly units: { readonly blockchainId: bigint; readonly decimals: bigint } | null
}

/** Stored amounts are whole minor units on one chain: other decimals would give every one of them another meaning. */
export function refusalOfToken(entry: TokenEntry, { holderOfContract, units }: StoredToken): Reason {
  const { tokenId, blockchainId, contractAddress, decimals } = entry
  if (holderOfContract !== null) return `the contract ${contractAddress} already belongs to token ${holderOfContract}`
  if (!units || (units.decimals === BigInt(decimals) && `${units.blockchainId}` === blockchainId)) return null
  return `token ${tokenId} has transactions, so its decimals (${units.decimals}) and network (${units.blockchainId}) cannot change`
}

export type ReserveAccountNow = {
  /** Another reserve account on the network that has the entry's address. */
  readonly holderOfAddress: bigint | null
  /** Where it is, where transactions of it are stored. */
  readonly place: { readonly blockchainId: bigint; readonly address: string } | null
}

/** Its sums are those of one address. */
export function refusalOfReserveAccount(entry: ReserveAccountEntry, now: ReserveAccountNow): Reason {
  const { reserveAccountId, blockchainId, address } = entry
  const { holderOfAddress, place } = now
  if (holderOfAddress !== null) return `the address ${address} already belongs to reserve account ${holderOfAddress}`
  if (!place || (place.address === address && `${place.blockchainId}` === blockchainId)) return null
  return `reserve account ${reserveAccountId} has transactions, so its address ${place.address} cannot change; import the other address with an ID of its own`
}

/** A token or reserve account that a transaction names; `chain` is null when there is none of that id. */
export type Named = {
  readonly id: bigint
  readonly chain: bigint | null
  /** That it, or its network, is disabled. */
  readonly disabled: Reason
}

/** What a transaction names; an account is undefined outside the reserves. */
export type Way = { readonly token: Named; readonly from: Named | undefined; readonly to: Named | undefined }

/** What the transactions of a batch name; each says which by place. */
export type References = { readonly tokens: readonly Named[]; readonly accounts: readonly Named[] }

/** Where a transaction goes, as places in the references of its batch. */
type Places = { readonly token: number; readonly from: number; readonly to: number }

export const wayOf = ({ tokens, accounts }: References, { token, from, to }: Places): Way => ({
  token: tokens[token] as Named,
  from: accounts[from],
  to: accounts[to],
})

/** A transaction needs a token, and a reserve account at one end at least, all on one network. */
export function refusalOfWay({ token, from, to }: Way): Reason {
  if (token.chain === null) return thereIsNo('tokens', token.id)
  if (!from && !to) return 'it names no reserve account as from or to'
  return refusalOfAccount(token, from) ?? refusalOfAccount(token, to)
}

/** A transaction is not added to what is disabled, nor completed; one that is stored stays, and may be imported again. */
export const refusalOfDisabled = ({ token, from, to }: Way): Reason =>
  token.disabled ?? from?.disabled ?? to?.disabled ?? null

function refusalOfAccount(token: Named, account: Named | undefined): Reason {
  if (!account || account.chain === token.chain) return null
  if (account.chain === null) return `there is no reserve account ${account.id}; import the reserve accounts first`
  return `reserve account ${account.id} is on network ${account.chain}, but token ${token.id} on network ${token.chain}`
}

/** What a stored transaction and its repetition are compared by; a hash is null where it is not known. */
export type LedgerEntry = {
  readonly token: bigint
  readonly amount: string
  readonly from: bigint | null
  readonly to: bigint | null
  readonly at: number
  readonly hash: string | null
}

/**
 * A repetition changes nothing, except that something may have become known: a leg, as its account was registered since, or
 * the hash of the transaction.
 */
export function repetitionOf(stored: LedgerEntry, given: LedgerEntry): 'other' | 'same' | 'more-known' {
  const isSame = stored.token === given.token && stored.amount === given.amount && stored.at === given.at
  const isOtherLeg = (stored.from ?? given.from) !== given.from || (stored.to ?? given.to) !== given.to
  const isOtherHash = stored.hash !== null && given.hash !== null && stored.hash !== given.hash
  if (!isSame || isOtherLeg || isOtherHash) return 'other'
  const isAllKnown =
    stored.from === given.from && stored.to === given.to && (stored.hash !== null || given.hash === null)
  return isAllKnown ? 'same' : 'more-known'
}

export const storedOtherwise = (position: bigint, index: bigint): string =>
  `position ${position}, index ${index} is already stored with different content, which was kept`

/** One block of a source stands at each position: the first that a stored transaction names. */
export const storedBlockDiffers = (position: bigint, hashes: { readonly stored: string; readonly given: string }) =>
  `block ${position} is stored with the hash ${hashes.stored}, but this row has ${hashes.given}: one of the two was orphaned, and the stored one was kept`
