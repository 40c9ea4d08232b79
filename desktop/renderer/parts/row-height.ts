import type { Settings } from '../../bridge/settings.ts'
import { useConsole } from '../session/console-state.ts'

/** Pixels of a row of one line; tokens.css has the distances within it. */
const rowHeights: Readonly<Record<Settings['density'], number>> = { comfortable: 36, compact: 28 }

/** The height that rows have by the setting. */
export const useRowHeight = (): number => rowHeights[useConsole().settings.density]
