import { z } from 'zod'
import type { VerifiedAudit } from '../../bridge/local.ts'
import { folderArgs, type LocalFolder } from './folder.ts'

const Place = z.object({ sequence: z.number(), hash: z.string() })

const Verification = z.object({
  records: z.number(),
  head: Place,
  anchor: Place.or(z.enum(['missing', 'damaged'])),
  fault: z.object({ sequence: z.number().nullable(), reason: z.string() }).nullable(),
})

export const verifyArgs = (folder: LocalFolder): readonly string[] => {
  const args = ['audit', 'verify', '--progress', 'json']
  return [...args, ...folderArgs(folder)]
}

/** What a verification found. Throws when `value` is not the output of one. */
export const verifiedOf = (value: unknown): VerifiedAudit => Verification.parse(value)
