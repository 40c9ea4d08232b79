import { about } from './en/about.ts'
import { common } from './en/common.ts'
import { connect } from './en/connect.ts'
import { failures } from './en/failures.ts'
import { lock } from './en/lock.ts'
import { palette } from './en/palette.ts'
import { settings } from './en/settings.ts'
import { shortcuts } from './en/shortcuts.ts'
import { thisMachine } from './en/this-machine.ts'

/** Every word of the console in English, one table per screen. */
export const en = { common, failures, about, palette, settings, shortcuts, connect, lock, thisMachine } as const
