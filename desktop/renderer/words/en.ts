import { about } from './en/about.ts'
import { audit } from './en/audit.ts'
import { common } from './en/common.ts'
import { connect } from './en/connect.ts'
import { custodians } from './en/custodians.ts'
import { exporting } from './en/export.ts'
import { failures } from './en/failures.ts'
import { generation } from './en/generation.ts'
import { lock } from './en/lock.ts'
import { palette } from './en/palette.ts'
import { reserves } from './en/reserves.ts'
import { rotate } from './en/rotate.ts'
import { settings } from './en/settings.ts'
import { shortcuts } from './en/shortcuts.ts'
import { thisMachine } from './en/this-machine.ts'
import { told } from './en/told.ts'
import { wallets } from './en/wallets.ts'

/** Every word of the console in English, one table per screen. */
export const en = {
  custodians,
  rotate,
  common,
  failures,
  told,
  generation,
  about,
  palette,
  settings,
  shortcuts,
  connect,
  lock,
  thisMachine,
  reserves,
  audit,
  export: exporting,
  wallets,
} as const
