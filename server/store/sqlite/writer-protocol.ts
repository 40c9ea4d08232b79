import type { StoreFault } from '../store-error.ts'
import type { WriterTask } from './writes/table.ts'

export type WriterSettings = { readonly file: string; readonly anchorFile: string }

export type WriterRequest = { readonly id: number; readonly name: WriterTask; readonly input: unknown }

/** Something to be looked after that failed no write. */
export type WriterWarning = { readonly warning: string }

export type WriterAnswer =
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | {
      readonly id: number
      readonly ok: false
      readonly cause: StoreFault
      readonly detail: string
      readonly message: string
    }
