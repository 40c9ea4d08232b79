import { about } from './en/about.ts'
import { administration } from './en/administration.ts'
import { attention } from './en/attention.ts'
import { audit } from './en/audit.ts'
import { common } from './en/common.ts'
import { connect } from './en/connect.ts'
import { consoleFailures } from './en/console-failures.ts'
import { custodians } from './en/custodians.ts'
import { exporting } from './en/export.ts'
import { failures } from './en/failures.ts'
import { generation } from './en/generation.ts'
import { home } from './en/home.ts'
import { keychain } from './en/keychain.ts'
import { localServer } from './en/local-server.ts'
import { lock } from './en/lock.ts'
import { network } from './en/network.ts'
import { operatorMessages } from './en/operator-messages.ts'
import { palette } from './en/palette.ts'
import { reserves } from './en/reserves.ts'
import { rotate } from './en/rotate.ts'
import { settings } from './en/settings.ts'
import { shortcuts } from './en/shortcuts.ts'
import { system } from './en/system.ts'
import { thisMachine } from './en/this-machine.ts'
import { wallets } from './en/wallets.ts'
import { webhooks } from './en/webhooks.ts'

/**
 * Every text of the console in English, one table per screen. `docs/style.md` has the rules. One thing has one name:
 *
 * - keys: the API keys that a provider issues for a custodian, both halves together. One half has the name its provider
 *   gives it, as in "API user id". They are active, rejected, revoked; "credentials" is the word of the API.
 * - old keys, new keys: those that are active before a rotation, and those that replace them.
 * - token: what an operator signs in with; never a key.
 * - master key: what seals the keys on the server.
 * - local server: the server that this console runs itself, on the screen "This machine".
 */
export const en = {
  home,
  custodians,
  rotate,
  common,
  failures,
  consoleFailures,
  operatorMessages,
  generation,
  about,
  palette,
  settings,
  shortcuts,
  connect,
  lock,
  thisMachine,
  reserves,
  attention,
  audit,
  administration,
  export: exporting,
  wallets,
  webhooks,
  system,
  keychain,
  network,
  localServer,
} as const
