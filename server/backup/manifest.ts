import { z } from 'zod'
import type { StoredFiles } from '../store/administration.ts'

/** What a backup says of itself; it names keys but holds none. */
export const Manifest = z.strictObject({
  format: z.literal('strongroom-backup-1'),
  createdAt: z.iso.datetime({ precision: 3 }),
  strongroom: z.string().describe('version that created it'),
  schema: z.int().min(1).describe('schema of its database'),
  auditHead: z.strictObject({ sequence: z.string(), hash: z.string() }),
  keyIds: z
    .array(z.string())
    .describe('keys that wrap its credentials, which cannot be opened without the files of these keys'),
})
export type Manifest = z.infer<typeof Manifest>

/** What is in a backup, in this order. */
export const namesIn = ({ copy }: StoredFiles): readonly string[] => ['manifest.json', ...copy]
