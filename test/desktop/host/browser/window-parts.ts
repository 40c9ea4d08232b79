import type { Remote } from '../channel.ts'
import type { MainCalls } from '../electron/calls.ts'
import type { Records } from '../records.ts'

/** What every part of a window's page is given. */
export type WindowParts = {
  /** The window's id in the app. */
  readonly id: number
  readonly main: Remote<MainCalls>
  readonly records: Records
}
