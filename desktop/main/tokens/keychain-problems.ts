import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'

const forThisSession =
  'so operator tokens are kept in memory until the console is closed; what the keychain already holds stays there.'

/** Everything that can stand between the console and the keychain: cause and consequence, and what to do. */
export const keychainProblems = {
  AddonMissing: {
    message: `The module that talks to the keychain was not built here, ${forThisSession}`,
    nextStep:
      'Install the package of the console; in a checkout install libsecret-1-dev, g++ and make, then start it again.',
  },
  LibraryMissing: {
    message: `A library that the keychain needs (on Linux libsecret) could not be loaded, ${forThisSession}`,
    nextStep: 'Install libsecret-1-0, then start the console again.',
  },
  NoSessionBus: {
    message: `This session has no D-Bus, over which the keychain is reached, ${forThisSession}`,
    nextStep: 'Start the console from the desktop, or with dbus-run-session.',
  },
  NoSecretService: {
    message: `No keychain service runs in this session, ${forThisSession}`,
    nextStep: 'Install gnome-keyring (or turn on the Secret Service of KWallet or KeePassXC), then log in again.',
  },
  NoKeyring: {
    message: `The keychain has no default keyring, as when it was never unlocked, ${forThisSession}`,
    nextStep: 'Create a default keyring, in "Passwords and Keys" or by logging in with a password, then check again.',
  },
  KeychainLocked: {
    message: `The keychain is locked, ${forThisSession}`,
    nextStep: 'Unlock it, then check again.',
  },
  KeychainDenied: {
    message: `The keychain was asked and access was denied, ${forThisSession}`,
    nextStep: 'Check again and allow access when the system asks.',
  },
  KeychainSilent: {
    message: `The keychain did not answer in time, perhaps because its own question waits for an answer, ${forThisSession}`,
    nextStep: 'Look for a window of the system that asks for a password, answer it, then check again.',
  },
  KeychainForgets: {
    message: `The keychain took an entry and did not give it back, ${forThisSession}`,
    nextStep: 'Check that the default keyring is kept on disk and is not full, then check again.',
  },
  KeychainFailed: {
    message: `The keychain failed for a reason the console does not know, ${forThisSession}`,
    nextStep: 'Check that other programs can use the keychain, then check again.',
  },
  TokenTooLong: {
    message: 'The keychain of Windows takes at most 2,560 bytes, so this token was not stored.',
    nextStep: 'Copy the token again; an operator token has 53 characters.',
  },
  TokenCutShort: {
    message: 'The text has a NUL character, at which a keychain would cut it, so it was not stored.',
    nextStep: 'Copy the token again, as text.',
  },
} as const

export type KeychainCode = keyof typeof keychainProblems

export type KeychainProblem = {
  readonly code: KeychainCode
  /** Cause and consequence. */
  readonly message: string
  readonly nextStep: string
}

export const keychainProblem = (code: KeychainCode): KeychainProblem => ({ code, ...keychainProblems[code] })

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

/** The failure that the screens show for a problem of the keychain. */
export const keychainFailure = ({ message, nextStep }: KeychainProblem): ConsoleFailure =>
  consoleFailure('KeychainFailed', { info: [message, nextStep] })
