import type { Command } from 'commander'
import { lockForServing } from '../store/sqlite/serving-lock.ts'
import type { Store } from '../store/store.ts'
import { type RotatedKey, rotateKey } from '../vault/rotate-keys.ts'
import { withExistingStore } from './folder.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer, note } from './output.ts'

const actor = 'strongroom keys rotate'

/** Tells the audit, once: a kill may have come between the record and the new key's taking its place. */
async function recordRotation(store: Store, { from, to }: { from: string; to: string }): Promise<void> {
  const { records } = await store.listAudit({ kind: 'keys.rotated', limit: 1 }, null)
  if (records[0]?.details.to === to) return
  await store.recordAudit({ kind: 'keys.rotated', actor, at: Date.now(), details: { from, to } })
}

const toText = ({ from, to, pairs, retired }: RotatedKey, keyFile: string) =>
  [
    `Key ${to} is in force and wraps all ${pairs} stored pairs; it is in ${keyFile}.`,
    `Key ${from} is kept in ${retired}: backups made before now need it. Erase it when the last of them is gone.`,
  ].join('\n')

async function rotate(given: GivenFolder): Promise<void> {
  const options = folderOptionsOf(given)
  const { dataDir, keyFile } = options
  const rotated = await withExistingStore(options, async (store) => {
    // A server keeps the key in memory and would go on sealing under the old one.
    using _alone = lockForServing(dataDir)
    return rotateKey({
      ...{ pairs: store, keyFile, record: (ids) => recordRotation(store, ids) },
      onProgress: (rewrapped, total) => rewrapped > 0 && note(`${rewrapped} of ${total} pairs are done`),
    })
  })
  answer(options, rotated, () => toText(rotated, keyFile))
}

export const addKeysRotate = (keys: Command): void =>
  void withFolderOptions(
    keys
      .command('rotate')
      .description('make a new key and wrap all stored pairs by it; stop the server first; run it again after a kill'),
  ).action(rotate)
