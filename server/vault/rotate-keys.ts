import { setTimeout as sleep } from 'node:timers/promises'
import type { Id } from '../../shared/primitives.ts'
import { DataFolderError } from '../platform/data-folder-error.ts'
import { announceNext, settleActiveKey } from './active-key.ts'
import type { SealedCredentials } from './credentials.ts'
import { type KeyEncryptionKey, KeyError } from './key-encryption-key.ts'
import type { KeyStore } from './key-record.ts'
import type { KeySet } from './key-set.ts'
import type { CredentialCounts } from './open-vault.ts'
import { type Place, rewrap } from './seal.ts'
import { keyIdOfSealed, rewrapText } from './sealed-secret.ts'

type SealedSecrets = { readonly webhookId: Id; readonly secret: string; readonly previousSecret: string | null }
type RewrappedSecret = { readonly webhookId: Id; readonly from: string; readonly to: string }
type PlacedCredentials = Place & { readonly sealed: SealedCredentials }

/** What a rotation of the key does to what is stored, each call one transaction. */
export type RewrappableCredentials = CredentialCounts &
  KeyStore & {
    listCredentialsNotUnder(keyId: string, limit: number): Promise<readonly PlacedCredentials[]>
    rewrapCredentials(pairs: readonly PlacedCredentials[]): Promise<void>
    listWebhookSecrets(): Promise<readonly SealedSecrets[]>
    rewrapWebhookSecrets(secrets: readonly RewrappedSecret[]): Promise<void>
  }

export type KeyRotation = {
  readonly store: RewrappableCredentials
  readonly keys: KeySet
  readonly actor: string
  /** Whether a server has to be able to use the new key too. */
  isServed(): Promise<boolean>
  onProgress?(rewrapped: number, total: number): void
}

export type RotatedKey = { readonly to: string; readonly credentials: number; readonly retired: string | null }

const batchSize = 500

/**
 * Makes the next key the active one, wraps all credentials with it, and keeps the old one for backups. Servers go on: from
 * the activation on they store nothing under the old key. A rotation that was stopped at any point is finished by the next
 * call; no two may run at once.
 */
export async function rotateKey(rotation: KeyRotation): Promise<RotatedKey> {
  const { store, keys, actor } = rotation
  const active = await settleActiveKey(store, keys, { actor, at: Date.now() })
  const next = await keys.prepareNext()
  if (next.id !== active.id) await replace(active, next, rotation)
  else if (keys.find(next.id)?.role === 'active' && (await isDone(next, store))) throw noNewerKey(next)
  const onRewrapped = await followRewrapping(next, rotation)
  await rewrapAll(next, rotation, onRewrapped)
  await rewrapSecrets(next, rotation, onRewrapped)
  const retired = keys.promoteNext()
  return { to: next.id, credentials: await countAll(store), retired }
}

const isDone = async ({ id }: KeyEncryptionKey, store: RewrappableCredentials) =>
  (await store.listCredentialsNotUnder(id, 1)).length === 0 && (await secretsNotUnder(id, store)).length === 0

const noNewerKey = ({ id }: KeyEncryptionKey) =>
  new DataFolderError(
    `key ${id} is the newest one where it is held, and wraps everything already`,
    'Make a new version of it there, or name another key with --next-key.',
  )

async function replace(active: KeyEncryptionKey, next: KeyEncryptionKey, rotation: KeyRotation): Promise<void> {
  const { store, actor, isServed } = rotation
  await announceNext(store, next)
  if (await isServed()) await untilHeld(store, next)
  if (await store.activateKey({ keyId: next.id, from: active.id, actor, at: Date.now() })) return
  const missedBy = await missedByOf(store, next)
  if (missedBy.length > 0) throw notHeld(next, missedBy)
  throw new DataFolderError('its active key was replaced meanwhile', 'Look at "strongroom keys list", then try again.')
}

/** Milliseconds; a server looks every second. */
const longestWait = 15_000

async function untilHeld(store: KeyStore, next: KeyEncryptionKey): Promise<void> {
  const end = Date.now() + longestWait
  while (Date.now() < end) {
    if ((await store.listKeys()).some(({ keyId, heldAt }) => keyId === next.id && heldAt !== null)) return
    await sleep(100)
  }
  throw notHeld(next, await missedByOf(store, next))
}

const missedByOf = async (store: KeyStore, { id }: KeyEncryptionKey): Promise<readonly string[]> =>
  (await store.listKeys()).find(({ keyId }) => keyId === id)?.missedBy ?? []

function notHeld({ id }: KeyEncryptionKey, missedBy: readonly string[]): DataFolderError {
  if (missedBy.length === 0)
    return new DataFolderError(
      `the server that is using it cannot use the new key (${id}), so the old one stays active`,
      'Let the server read the new key, or stop the server; then rotate again.',
    )
  return new DataFolderError(
    `${missedBy.length} of its servers cannot use the new key (${id}), so the old one stays active: ${missedBy.join(', ')}`,
    'Give each of them the new key (a key file: as the file with ".next" behind its name), or stop it; then rotate again.',
    'database',
  )
}

const countAll = async (pairs: CredentialCounts) =>
  (await pairs.countCredentialsByKey()).reduce((sum, counted) => sum + counted.pairs, 0)

type OnRewrapped = (rewrapped: number) => void

/** Reports how much the next key wraps by now, of everything that is sealed. */
async function followRewrapping({ id }: KeyEncryptionKey, { store, onProgress }: KeyRotation): Promise<OnRewrapped> {
  const counts = await store.countCredentialsByKey()
  const total = counts.reduce((sum, { pairs }) => sum + pairs, 0)
  let done = counts.find(({ keyId }) => keyId === id)?.pairs ?? 0
  return (rewrapped) => {
    done += rewrapped
    onProgress?.(done, total)
  }
}

async function rewrapAll(
  next: KeyEncryptionKey,
  { store, keys }: KeyRotation,
  onRewrapped: OnRewrapped,
): Promise<void> {
  for (;;) {
    const batch = await store.listCredentialsNotUnder(next.id, batchSize)
    if (batch.length === 0) return
    const rewrapped: PlacedCredentials[] = []
    for (const credentials of batch) rewrapped.push(await rewrapOne(credentials, next, keys))
    await store.rewrapCredentials(rewrapped)
    onRewrapped(batch.length)
  }
}

/** The sealed secrets of webhooks that another key wraps. */
async function secretsNotUnder(keyId: string, store: RewrappableCredentials): Promise<readonly SealedSecret[]> {
  const all = (await store.listWebhookSecrets()).flatMap(({ webhookId, secret, previousSecret }) => [
    { webhookId, sealed: secret },
    ...(previousSecret === null ? [] : [{ webhookId, sealed: previousSecret }]),
  ])
  return all.filter(({ sealed }) => keyIdOfSealed(sealed) !== keyId)
}

type SealedSecret = { readonly webhookId: Id; readonly sealed: string }

async function rewrapSecrets(
  next: KeyEncryptionKey,
  { store, keys }: KeyRotation,
  onRewrapped: OnRewrapped,
): Promise<void> {
  const rewrapped: RewrappedSecret[] = []
  for (const { webhookId, sealed: from } of await secretsNotUnder(next.id, store)) {
    const to = await sayingWhatIsDamaged(
      () => rewrapText(from, next, (keyId) => keyOf(keyId, `the secret of webhook ${webhookId} is`, keys)),
      [`the secret of webhook ${webhookId}`, 'Delete that webhook and create it again; then rotate the key again.'],
    )
    rewrapped.push({ webhookId, from, to })
  }
  if (rewrapped.length === 0) return
  await store.rewrapWebhookSecrets(rewrapped)
  onRewrapped(rewrapped.length)
}

function keyOf(keyId: string, what: string, keys: KeySet): KeyEncryptionKey {
  const held = keys.find(keyId)
  if (held) return held.key
  throw new DataFolderError(
    `${what} wrapped by key ${keyId}, which no key file holds`,
    'Restore the file with that key, then rotate again; the credentials rewrapped so far stay readable.',
  )
}

async function rewrapOne(
  credentials: PlacedCredentials,
  to: KeyEncryptionKey,
  keys: KeySet,
): Promise<PlacedCredentials> {
  const { custodianId, version, sealed } = credentials
  const from = keyOf(sealed.keyId, `credentials of custodian ${custodianId} are`, keys)
  return {
    ...credentials,
    sealed: await sayingWhatIsDamaged(
      () => rewrap(sealed, credentials, { from, to }),
      [
        `version ${version} of the credentials of custodian ${custodianId}`,
        "Restore the latest backup, or rotate that custodian's credentials; then rotate the key again.",
      ],
    ),
  }
}

async function sayingWhatIsDamaged<Output>(
  work: () => Promise<Output>,
  [what, nextStep]: readonly [what: string, nextStep: string],
): Promise<Output> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DataFolderError) throw error
    if (error instanceof KeyError) throw new DataFolderError(error.message, error.nextStep)
    throw new DataFolderError(`${what} is damaged`, nextStep)
  }
}
