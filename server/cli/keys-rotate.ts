import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { administer, assertSharedKey, type Folder } from '../data-folder.ts'
import { DataFolderError } from '../platform/data-folder-error.ts'
import type { Store } from '../store/store.ts'
import { openKeys } from '../vault/open-keys.ts'
import { rotateKey } from '../vault/rotate-keys.ts'
import { actorOf } from './actor.ts'
import { withExistingStore } from './folder.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer, note } from './output.ts'

type RotatedKey = {
  readonly from: string
  readonly to: string
  /** Of custodians, and the secrets of webhooks. */
  readonly credentials: number
  /** Where the old key is kept. */
  readonly retired: string | null
}

const toText = ({ from, to, credentials, retired }: RotatedKey, keyFile: string) =>
  [
    `Key ${to} is active and wraps all ${credentials} stored credentials and webhook secrets${retired ? `; it is in ${keyFile}` : ''}.`,
    retired
      ? `Key ${from} is kept in ${retired}: earlier backups need it. Erase it together with the last of them.`
      : `Earlier backups need key ${from}: keep it where it is held, and name it with --retired-key if it is another one.`,
  ].join('\n')

async function keysOf({ keyFile, keys = null }: Folder, store: Store) {
  const isUnused = !keys && !existsSync(keyFile) && (await store.countCredentialsByKey()).length === 0
  if (!isUnused) return openKeys({ keyFile, keys })
  throw new DataFolderError(
    `it has no key yet (${keyFile}) and no credentials that need one, so there is nothing to rotate`,
    'Start the server to create a key. If you meant another key file, pass its path with --key-file.',
  )
}

/** Recorded in the commit that made the new key active, which may have been an earlier call. */
async function replacedBy(store: Store, to: string): Promise<string> {
  const { records } = await store.listAudit({ kind: 'keys.rotated', limit: 1 }, null)
  return records[0]?.details.to === to ? `${records[0].details.from}` : ''
}

/** Rotates the key of a folder, or resumes an interrupted rotation. */
export const rotateKeyOf = (folder: Folder, onProgress?: (done: number, total: number) => void): Promise<RotatedKey> =>
  withExistingStore(folder, async (store) => {
    const { lockKeys, isServed } = administer(folder.dataDir, folder.database)
    await using _rotating = await lockKeys()
    if (folder.database) await assertSharedKey(store, folder)
    const rotation = { store, keys: await keysOf(folder, store), actor: actorOf('keys rotate'), isServed }
    const rotated = await rotateKey({ ...rotation, ...(onProgress && { onProgress }) })
    return { ...rotated, from: await replacedBy(store, rotated.to) }
  })

async function rotate(given: GivenFolder): Promise<void> {
  const options = folderOptionsOf(given)
  const rotated = await rotateKeyOf(options, (done, total) =>
    note(`Rewrapped ${done} of ${total} credentials and webhook secrets`),
  )
  answer(options, rotated, () => toText(rotated, options.keyFile))
}

export const addKeysRotate = (keys: Command): void => void withFolderOptions(keys.command('rotate')).action(rotate)
