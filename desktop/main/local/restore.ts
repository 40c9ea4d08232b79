import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { ChosenBackup, RestoredData } from '../../bridge/local.ts'
import { folderArgs, type LocalFolder } from './folder.ts'

const Head = z.object({ sequence: z.number(), hash: z.string() })

const Inspected = z.object({
  createdAt: z.string(),
  strongroom: z.string(),
  auditHead: Head,
  tenants: z.array(z.object({ tenantId: z.number(), name: z.string() })),
  custodians: z.number(),
  missingKeyIds: z.array(z.string()),
})

const Restored = z.object({
  createdAt: z.string(),
  auditHead: Head,
  aside: z.string().nullable(),
  tokensRevoked: z.number(),
  tokensValid: z.number(),
  nextSteps: z.array(z.string()),
  missingKeyIds: z.array(z.string()),
})

/** Where a backup is unpacked while it is inspected: on the disk of the data, which has room for it. */
const unpackedIn = ({ dataDir }: LocalFolder): string => join(dirname(dataDir), 'inspected-backup')

/** Removes what an inspection that was ended early left behind. */
export const removeUnpacked = (folder: LocalFolder): Promise<void> =>
  rm(unpackedIn(folder), { recursive: true, force: true })

export const inspectArgs = (file: string, folder: LocalFolder): readonly string[] => {
  const args = ['backup', 'inspect', file, '--unpack-in', unpackedIn(folder)]
  return [...args, ...folderArgs(folder)]
}

/** What is in a backup. Throws when `value` is not the output of an inspection. */
export const inspectedOf = (value: unknown, file: string, { keyFile }: LocalFolder): ChosenBackup => ({
  ...Inspected.parse(value),
  file,
  keyFile,
})

type Restore = { readonly file: string; readonly keepTokens: boolean; readonly folder: LocalFolder }

export const restoreArgs = ({ file, keepTokens, folder }: Restore): readonly string[] => {
  const args = ['backup', 'restore', file, '--replace', ...(keepTokens ? ['--keep-tokens'] : [])]
  return [...args, ...folderArgs(folder)]
}

/** What a restore did. Throws when `value` is not the output of one. */
export const restoredOf = (value: unknown, { keyFile }: LocalFolder): RestoredData => ({
  ...Restored.parse(value),
  keyFile,
})
