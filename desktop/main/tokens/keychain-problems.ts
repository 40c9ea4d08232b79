import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'
import type { keychain } from '../../words/en/keychain.ts'
import { t } from '../../words/words.ts'

export type KeychainCode = keyof typeof keychain.problem

/** These are about the text, not about the keychain: the next token may fit. */
const aboutTheText: ReadonlySet<KeychainCode> = new Set(['TokenTooLong', 'TokenCutShort'])

/** Whether the keychain itself does not work, so that tokens are kept in memory. */
export const isKeychainBroken = (code: KeychainCode): boolean => !aboutTheText.has(code)

export type KeychainProblem = {
  readonly code: KeychainCode
  /** Cause and consequence. */
  readonly message: string
  readonly nextStep: string
}

export function keychainProblem(code: KeychainCode): KeychainProblem {
  const message = t(`keychain:problem.${code}.message`)
  return {
    code,
    message: isKeychainBroken(code) ? `${message} ${t('keychain:memoryOnly')}` : message,
    nextStep: t(`keychain:problem.${code}.nextStep`),
  }
}

/** The errors of the systems: GIO (which a desktop translates), D-Bus daemons, libsecret, gnome-keyring; Security.framework of macOS. */
const knownErrors: readonly (readonly [RegExp, KeychainCode])[] = [
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

/** What an error of keytar means; its own text is not passed on, since it may contain a secret. */
export function recogniseProblem(error: unknown): KeychainCode {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { code: '', message: '' }
  const known = knownErrors.find(([pattern]) => pattern.test(message))
  return loadProblems[code ?? ''] ?? known?.[1] ?? 'KeychainFailed'
}

/** The failure that the screens show for a problem of the keychain. */
export const keychainFailure = ({ message, nextStep }: KeychainProblem): ConsoleFailure =>
  consoleFailure('KeychainFailed', { info: [message, nextStep] })
