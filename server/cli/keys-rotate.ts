import type { Command } from 'commander'
import { administer } from '../data-folder.ts'
import type { Store } from '../store/store.ts'
import { type RotatedKey, rotateKey } from '../vault/rotate-keys.ts'
import { actorOf } from './actor.ts'
import { withExistingStore } from './folder.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer, note } from './output.ts'

/** Recorded once: a kill may have come between the record and the activation of the new key. */
async function recordRotation(store: Store, { from, to }: { from: string; to: string }): Promise<void> {
  const { records } = await store.listAudit({ kind: 'keys.rotated', limit: 1 }, null)
  if (records[0]?.details.to === to) return
  await store.recordAudit({
    kind: 'keys.rotated',
    actor: actorOf('keys rotate'),
    at: Date.now(),
    details: { from, to },
  })
}

const toText = ({ from, to, pairs, retired }: RotatedKey, keyFile: string) =>
  [
    `Key ${to} is active and wraps all ${pairs} stored credentials; it is in ${keyFile}.`,
    `Key ${from} is kept in ${retired}: earlier backups need it. Erase it together with the last of them.`,
  ].join('\n')

type Folder = { readonly dataDir: string; readonly keyFile: string }

/** Rotates the key of a folder, or resumes an interrupted rotation. */
export const rotateKeyOf = (folder: Folder, onProgress?: (done: number, total: number) => void): Promise<RotatedKey> =>
  withExistingStore(folder, async (store) => {
    // A running server has the old key in memory and would keep using it.
    await using _alone = await administer(folder.dataDir).lock()
    const record = (ids: { from: string; to: string }) => recordRotation(store, ids)
    return await rotateKey({ pairs: store, keyFile: folder.keyFile, record, ...(onProgress && { onProgress }) })
  })

async function rotate(given: GivenFolder): Promise<void> {
  const options = folderOptionsOf(given)
  const rotated = await rotateKeyOf(options, (done, total) => note(`Rewrapped ${done} of ${total} credentials`))
  answer(options, rotated, () => toText(rotated, options.keyFile))
}

export const addKeysRotate = (keys: Command): void =>
  void withFolderOptions(
    keys
      .command('rotate')
      .description(
        'create a new master key and rewrap all stored credentials; stop the server first; run it again if interrupted',
      ),
  ).action(rotate)
