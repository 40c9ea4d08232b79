import { existsSync } from 'node:fs'
import { DataFolderError } from '../platform/data-folder-error.ts'
import type { SealedCredentials } from './credentials.ts'
import { createKeyFile, type KeyEncryptionKey, readKeyFile, removeDrafts } from './key-file.ts'
import { isReplaceable, type KeyRing, nextKeyFile, promoteNextKey, readKeyRing } from './key-ring.ts'
import type { CredentialCounts } from './open-vault.ts'
import { type Place, rewrap } from './seal.ts'

type PlacedCredentials = Place & { readonly sealed: SealedCredentials }

/** What a rotation of the key does to the stored pairs, each call one transaction. */
export type RewrappableCredentials = CredentialCounts & {
  listCredentialsNotUnder(keyId: string, limit: number): Promise<readonly PlacedCredentials[]>
  rewrapCredentials(pairs: readonly PlacedCredentials[]): Promise<void>
}

export type KeyRotation = {
  readonly pairs: RewrappableCredentials
  readonly keyFile: string
  /** Called once all pairs are wrapped by the new key and before it takes the old one's place; may be called again after a kill. */
  record(rotated: { readonly from: string; readonly to: string }): Promise<void>
  onProgress?(rewrapped: number, total: number): void
}

export type RotatedKey = {
  readonly from: string
  readonly to: string
  readonly pairs: number
  readonly retired: string
}

const batchSize = 500

/**
 * Wraps all credentials with a new key, then replaces the old key with it and keeps the old one next to it.
 * A rotation that was stopped at any point is finished by the next call; nothing may serve the folder meanwhile.
 */
export async function rotateKey({ pairs, keyFile, record, onProgress }: KeyRotation): Promise<RotatedKey> {
  if (!existsSync(keyFile) && (await countAll(pairs)) === 0) throw noKeyYet(keyFile)
  assertReplaceable(keyFile)
  if (!existsSync(nextKeyFile(keyFile))) createKeyFile(nextKeyFile(keyFile))
  removeDrafts(nextKeyFile(keyFile))
  const next = readKeyFile(nextKeyFile(keyFile))
  const ring = readKeyRing(keyFile)
  await rewrapAll({ pairs, ring, next, onProgress: onProgress ?? (() => {}) })
  const ids = { from: ring.activeKey.id, to: next.id }
  await record(ids)
  const retired = promoteNextKey(keyFile, ring.activeKey)
  return { ...ids, pairs: await countAll(pairs), retired }
}

function assertReplaceable(keyFile: string): void {
  if (isReplaceable(keyFile)) return
  throw new DataFolderError(
    `its key file is not a file that can be replaced (${keyFile})`,
    'Pass the path of the key file with --key-file.',
  )
}

const noKeyYet = (keyFile: string) =>
  new DataFolderError(
    `it has no key yet (${keyFile}) and no credentials that need one, so there is nothing to rotate`,
    'Start the server to create a key. If you meant another key file, pass its path with --key-file.',
  )

const countAll = async (pairs: CredentialCounts) =>
  (await pairs.countCredentialsByKey()).reduce((sum, counted) => sum + counted.pairs, 0)

type Rewrapping = {
  readonly pairs: RewrappableCredentials
  readonly ring: KeyRing
  readonly next: KeyEncryptionKey
  readonly onProgress: (rewrapped: number, total: number) => void
}

async function rewrapAll({ pairs, ring, next, onProgress }: Rewrapping): Promise<void> {
  const keys = new Map([ring.activeKey, ...ring.others].map((key) => [key.id, key]))
  const total = await countAll(pairs)
  for (let done = 0; ; onProgress(done, total)) {
    const batch = await pairs.listCredentialsNotUnder(next.id, batchSize)
    if (batch.length === 0) return
    await pairs.rewrapCredentials(
      batch.map((credentials) => rewrapOne(credentials, { from: keyOf(credentials, keys), to: next })),
    )
    done += batch.length
  }
}

function keyOf(
  { custodianId, sealed }: PlacedCredentials,
  keys: ReadonlyMap<string, KeyEncryptionKey>,
): KeyEncryptionKey {
  const key = keys.get(sealed.keyId)
  if (key) return key
  throw new DataFolderError(
    `credentials of custodian ${custodianId} are wrapped by key ${sealed.keyId}, which no key file holds`,
    'Restore the file with that key, then rotate again; the credentials rewrapped so far stay readable.',
  )
}

function rewrapOne(
  credentials: PlacedCredentials,
  keys: { from: KeyEncryptionKey; to: KeyEncryptionKey },
): PlacedCredentials {
  try {
    return { ...credentials, sealed: rewrap(credentials.sealed, credentials, keys) }
  } catch {
    throw new DataFolderError(
      `version ${credentials.version} of the credentials of custodian ${credentials.custodianId} is damaged`,
      "Restore the latest backup, or rotate that custodian's credentials; then rotate the key again.",
    )
  }
}
