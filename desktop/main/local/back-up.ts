import { lstat, readdir, rm } from 'node:fs/promises'
import { z } from 'zod'
import type { LocalAnswer } from '../../bridge/local.ts'
import { t } from '../../words/words.ts'
import { folderArgs, type LocalFolder } from './folder.ts'

const MadeBackup = z.object({ file: z.string(), sha256: z.string(), keyIds: z.array(z.string()) })

export type BackedUp = Extract<LocalAnswer, { readonly kind: 'backed-up' }>

export const backUpArgs = (target: string, folder: LocalFolder): readonly string[] => {
  const args = ['backup', 'create', target, '--progress', 'json']
  return [...args, ...folderArgs(folder)]
}

const noteOf = (keyIds: readonly string[], { keyFile }: LocalFolder) =>
  keyIds.length > 0
    ? t('localServer:backupNeedsKey', { keyIds: keyIds.join(', '), keyFile })
    : t('localServer:backupNeedsNoKey')

/** The answer for a finished backup. Throws when `value` is not the output of one. */
export function backedUpOf(value: unknown, folder: LocalFolder): BackedUp {
  const { file, sha256, keyIds } = MadeBackup.parse(value)
  return { kind: 'backed-up', file, sha256, note: noteOf(keyIds, folder) }
}

const unfinished = /^(backup\.tar|manifest\.json|audit\.anchor(\.\d+)?|strongroom\.db(-\w+)?)$/

/** Removes what a cancelled backup left next to its target, and no other file. */
export async function removeUnfinished(target: string): Promise<void> {
  const making = `${target}.making`
  const isFolder = await lstat(making).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (isFolder && (await readdir(making)).every((name) => unfinished.test(name))) await rm(making, { recursive: true })
}

/** Named after the time, as `strongroom backup create` names one in a folder. */
export const suggestedName = (now = new Date()): string =>
  `strongroom-${now.toISOString().replaceAll(':', '-').replace(/\.\d+/, '')}.tar`
