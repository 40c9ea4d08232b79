import { z } from 'zod'
import type { CheckedUpdate, PreparedUpdate } from './update.ts'

/** What can be asked of the server of this machine; files are chosen in a dialog of main, never named by the renderer. */
export const LocalRequest = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('start'), withDemo: z.boolean().describe('demo data in a folder of its own') }),
  z.strictObject({ do: z.literal('stop') }),
  z.strictObject({ do: z.literal('log') }),
  z.strictObject({
    do: z.literal('import'),
    network: z.string().min(1).max(60).describe('network of token transfers'),
  }),
  z.strictObject({ do: z.literal('back-up') }),
  z.strictObject({ do: z.literal('verify-audit') }),
  z.strictObject({ do: z.literal('inspect-backup') }),
  z.strictObject({
    do: z.literal('restore'),
    keepTokens: z.boolean().describe('also tokens that may have been revoked since the backup'),
  }),
  z.strictObject({ do: z.literal('check-update') }),
  z.strictObject({ do: z.literal('prepare-update'), backUp: z.boolean().describe('before anything else') }),
  z.strictObject({ do: z.literal('cancel') }),
  z.strictObject({ do: z.literal('reveal'), what: z.enum(['data', 'backup', 'update']) }),
  z.strictObject({ do: z.literal('reveal-refused'), index: z.int().min(0).describe('of the file in the last import') }),
])
export type LocalRequest = z.infer<typeof LocalRequest>

export const Backup = z.strictObject({ file: z.string(), at: z.iso.datetime() })
export type Backup = z.infer<typeof Backup>

export type LocalServer = {
  readonly status: 'absent' | 'stopped' | 'starting' | 'running' | 'crashed'
  readonly isDemo: boolean
  readonly dataDir: string | null
  readonly url: string | null
  /** Why it ended without being stopped. */
  readonly lastEnd: string | null
  /** The long task that runs, whichever screen began it. */
  readonly task: LongTask | null
  /** Of these data, also in an earlier session of the console; the file may have been moved since. */
  readonly lastBackup: Backup | null
}

export type LongTask = Extract<
  LocalRequest['do'],
  'import' | 'back-up' | 'verify-audit' | 'inspect-backup' | 'restore' | 'check-update' | 'prepare-update'
>

export type ImportedFile = {
  readonly file: string
  /** What the lines hold, determined by their columns; null when that is unknown. */
  readonly kind: string | null
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly skipped: number
  readonly refused: number
  /** The first refused lines, with the reasons. */
  readonly refusedLines: readonly { readonly line: number; readonly reason: string }[]
  /** How many of the refused lines are of another block than the one stored. */
  readonly otherBlocks: number
  /** How many lines were stored although they need a look, and the first of them. */
  readonly warned: number
  readonly warnings: readonly { readonly line: number; readonly warning: string }[]
}

/** A place in the audit: a record, and the hash of the chain up to it. */
type AuditPlace = { readonly sequence: number; readonly hash: string }

/** What `strongroom audit verify` found. */
export type VerifiedAudit = {
  /** How many records are sound, from the first one on. */
  readonly records: number
  /** The last sound record. */
  readonly head: AuditPlace
  readonly anchor: AuditPlace | 'missing' | 'damaged'
  /** The first record that cannot be believed, null where it is not one record; in the server's words. */
  readonly fault: { readonly sequence: number | null; readonly reason: string } | null
}

/** What is in a backup that was chosen to be restored. */
export type ChosenBackup = {
  readonly file: string
  /** Timestamp. */
  readonly createdAt: string
  /** Version that created it. */
  readonly strongroom: string
  readonly auditHead: AuditPlace
  readonly tenants: readonly { readonly tenantId: number; readonly name: string }[]
  readonly custodians: number
  /** Keys that its credentials need but no file of this machine holds. */
  readonly missingKeyIds: readonly string[]
  readonly keyFile: string
}

/** What a restore did. */
export type RestoredData = Pick<ChosenBackup, 'createdAt' | 'auditHead' | 'missingKeyIds' | 'keyFile'> & {
  /** Where the data is that was there before; null when there was none. */
  readonly aside: string | null
  readonly tokensRevoked: number
  readonly tokensValid: number
  /** What is left to do, such as freezes that hold, in the server's words. */
  readonly nextSteps: readonly string[]
}

/** What a request of {@link LocalRequest} answers; null where there is nothing to say, or the dialog was cancelled. */
export type LocalAnswer =
  | { readonly kind: 'log'; readonly lines: readonly string[] }
  | { readonly kind: 'imported'; readonly files: readonly ImportedFile[] }
  | { readonly kind: 'backed-up'; readonly file: string; readonly sha256: string; readonly note: string }
  | { readonly kind: 'verified'; readonly isDemo: boolean; readonly audit: VerifiedAudit }
  | { readonly kind: 'inspected'; readonly backup: ChosenBackup }
  | { readonly kind: 'restored'; readonly restored: RestoredData }
  | { readonly kind: 'update-checked'; readonly update: CheckedUpdate }
  | { readonly kind: 'update-prepared'; readonly prepared: PreparedUpdate }
  | null
