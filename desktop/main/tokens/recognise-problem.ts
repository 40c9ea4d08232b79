import type { KeychainCode } from './keychain-problems.ts'

/** How the systems say it: GIO (which a desktop translates), D-Bus daemons, libsecret, gnome-keyring; Security.framework of macOS. */
const tellTales: readonly (readonly [RegExp, KeychainCode])[] = [
  [/D-Bus|dbus-launch|Could not connect|The connection is closed/, 'NoSessionBus'],
  [
    /secrets was not provided|secrets exited with|not activatable|Could not activate|StartServiceByName/,
    'NoSecretService',
  ],
  [/Object does not exist at path|No such object path/i, 'NoKeyring'],
  [/locked collection|is locked|User interaction is not allowed|In dark wake/i, 'KeychainLocked'],
  [/dismissed|cancell?ed|denied|passphrase you entered is not correct/i, 'KeychainDenied'],
  [/Timeout was reached|did not receive a reply|NoReply|disconnected from message bus/i, 'KeychainSilent'],
]

const loadProblems: Readonly<Record<string, KeychainCode>> = {
  ERR_DLOPEN_FAILED: 'LibraryMissing',
  MODULE_NOT_FOUND: 'AddonMissing',
  ERR_MODULE_NOT_FOUND: 'AddonMissing',
}

/** What an error of keytar means; its own text is not passed on, for nobody knows what else may be in it. */
export function recogniseProblem(error: unknown): KeychainCode {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { code: '', message: '' }
  const known = tellTales.find(([pattern]) => pattern.test(message))
  return loadProblems[code ?? ''] ?? known?.[1] ?? 'KeychainFailed'
}
