import { z } from 'zod'

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
  z.strictObject({ do: z.literal('cancel') }),
  z.strictObject({ do: z.literal('reveal'), what: z.enum(['data', 'backup']) }),
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

export type LongTask = Extract<LocalRequest['do'], 'import' | 'back-up'>

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

/** What a request of {@link LocalRequest} answers; null where there is nothing to say, or the dialog was cancelled. */
export type LocalAnswer =
  | { readonly kind: 'log'; readonly lines: readonly string[] }
  | { readonly kind: 'imported'; readonly files: readonly ImportedFile[] }
  | { readonly kind: 'backed-up'; readonly file: string; readonly sha256: string; readonly note: string }
  | null
