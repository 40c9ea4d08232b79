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

/**
 * Every word of the console in English, one table per screen. One thing has one name on every screen, in every language:
 *
 * - keys: what a custodian's provider has issued, always both halves together. The contract calls them credentials or a
 *   pair; operators do not, so neither a screen nor a sentence for people does. One half has the name its provider gives it, as in "API user id".
 * - old keys, new keys: those in force before a rotation, and those that are to take their place.
 * - token: what an operator signs in with; never a key.
 * - master key: what seals the keys on the server.
 */
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
