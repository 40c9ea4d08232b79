import { common } from './en/common.ts'
import { failures } from './en/failures.ts'

/** Every word of the console in English, one table per screen. */
export const en = { common, failures } as const
