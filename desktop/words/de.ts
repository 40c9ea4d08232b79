import { about } from './de/about.ts'
import { administration } from './de/administration.ts'
import { attention } from './de/attention.ts'
import { audit } from './de/audit.ts'
import { common } from './de/common.ts'
import { connect } from './de/connect.ts'
import { consoleFailures } from './de/console-failures.ts'
import { custodians } from './de/custodians.ts'
import { exporting } from './de/export.ts'
import { failures } from './de/failures.ts'
import { generation } from './de/generation.ts'
import { home } from './de/home.ts'
import { keychain } from './de/keychain.ts'
import { localServer } from './de/local-server.ts'
import { lock } from './de/lock.ts'
import { network } from './de/network.ts'
import { operatorMessages } from './de/operator-messages.ts'
import { palette } from './de/palette.ts'
import { reserves } from './de/reserves.ts'
import { rotate } from './de/rotate.ts'
import { settings } from './de/settings.ts'
import { shortcuts } from './de/shortcuts.ts'
import { system } from './de/system.ts'
import { thisMachine } from './de/this-machine.ts'
import { wallets } from './de/wallets.ts'
import { webhooks } from './de/webhooks.ts'
import type { en } from './en.ts'
import type { Translated } from './translate.ts'

/**
 * Every text of the console in German, in the words of a bank's software: Verwahrer (custodian), Mandant (tenant),
 * Schlüsselwechsel (rotation), Geheimnis (secret), Bediener (operator), Protokoll (audit log), Sicherung (backup).
 * A key that is missing here, or that English does not have, is an error of the compiler.
 */
export const de = {
  administration,
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
  export: exporting,
  wallets,
  webhooks,
  system,
  keychain,
  network,
  localServer,
} as const satisfies Translated<typeof en>
