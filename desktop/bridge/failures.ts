import { type Changed, type FailureCode, failureCodes, noProviderFacts } from '../../shared/failure.ts'
import type { ProviderId, Verdict } from '../../shared/providers.ts'
import type { Word } from './new-words.ts'

/** Every failure of the console itself, in addition to those a server answers with: what it means, and what to do. */
export const consoleFailures = {
  Unreachable: {
    meaning: 'The server could not be reached; nothing was changed.',
    remedy: 'Check the network and the address of the profile, then try again.',
    changed: 'nothing',
  },
  NoAnswer: {
    meaning:
      'The server was reached, but its answer did not arrive or could not be read. The change may or may not have been made.',
    remedy: 'Check the history before you try again.',
    changed: 'unknown',
  },
  UntrustedServer: {
    meaning: 'The certificate of the server is not trusted. Nothing was sent.',
    remedy: 'Add the certificate authority that signed it to the profile, or contact the administrator of the server.',
    changed: 'nothing',
  },
  AnswerTooLarge: {
    meaning: 'The answer is larger than 64 MiB and was not read completely.',
    remedy: 'Request less, or contact the administrator of the server.',
    changed: 'unknown',
  },
  AnswerUnreadable: {
    meaning: 'This version of the console cannot read the answer.',
    remedy:
      'Check that the address is that of a Strongroom server and that the console and server versions are compatible.',
    changed: 'unknown',
  },
  ListingGone: {
    meaning: 'This list of wallets has expired; nothing was changed.',
    remedy: 'Open it again.',
    changed: 'nothing',
  },
  SignedOut: {
    meaning: 'This profile has no operator token.',
    remedy: 'Sign in with one.',
    changed: 'nothing',
  },
  NotAToken: {
    meaning: 'This is not an operator token; nothing was changed.',
    remedy: 'Copy the whole token, from srt_ to its last character, and try again.',
    changed: 'nothing',
  },
  Locked: {
    meaning: 'The console is locked.',
    remedy: 'Unlock it first.',
    changed: 'nothing',
  },
  LockedMeanwhile: {
    meaning: 'The console was locked before the answer arrived. The change may or may not have been made.',
    remedy: 'Unlock it, then check the result before you try again; for keys, check the history.',
    changed: 'unknown',
  },
  NotUnlocked: {
    meaning: 'That does not unlock the console.',
    remedy: 'Try again, or sign out and sign in again.',
    changed: 'nothing',
  },
  WrongPassphrase: {
    meaning: 'That is not the current passphrase; nothing was changed.',
    remedy:
      'Try again. If you forgot it, lock the console and unlock it with the operator token; then it is not required.',
    changed: 'nothing',
  },
  KeychainFailed: {
    meaning: 'The keychain request failed.',
    remedy: 'Open the settings to see the reason.',
    changed: 'unknown',
  },
  NoSuchProfile: {
    meaning: 'There is no such profile; nothing was changed.',
    remedy: 'Choose a server from the list.',
    changed: 'nothing',
  },
  ProfileChanged: {
    meaning: 'The server of this profile was changed or removed meanwhile; the token was not saved.',
    remedy: 'Check the profile, then sign in again.',
    changed: 'unknown',
  },
  NotWritten: {
    meaning: 'The file could not be written.',
    remedy: 'Choose another place and try again.',
    changed: 'unknown',
  },
  NotReadable: {
    meaning: 'The file could not be read; nothing was changed.',
    remedy: 'Choose another file and try again.',
    changed: 'nothing',
  },
  LocalServerFailed: {
    meaning: 'The server on this machine is not running.',
    remedy: 'Read its log, then start it again.',
    changed: 'unknown',
  },
  TaskFailed: {
    meaning: 'The task did not finish.',
    remedy: 'Read its output, fix the cause and start it again. Completed work is kept, and repeating it is safe.',
    changed: 'unknown',
  },
  NotAllowed: {
    meaning: 'The console rejected this request from its own window; nothing was changed.',
    remedy: 'Reload the window. If it happens again, report it.',
    changed: 'nothing',
  },
  ConsoleFailed: {
    meaning: 'Unexpected console error.',
    remedy: 'Try again. If it happens again, send the report from the diagnostics.',
    changed: 'unknown',
  },
} as const satisfies Record<string, { meaning: string; remedy: string; changed: Changed }>

export type ConsoleCode = keyof typeof consoleFailures

/** A failure as the screens show it: where it comes from makes no difference to them. */
export type ConsoleFailure = {
  readonly code: FailureCode | ConsoleCode
  /** Cause, consequence, next step. */
  readonly message: string
  readonly info: readonly string[]
  /** `unknown` too where an older server does not say it. */
  readonly changed: Changed
  /** What the check of the credentials found; null where the failure is not about it, or an older server does not say. */
  readonly verdict: Word<Verdict> | null
  readonly provider: Word<ProviderId> | null
  /** Why the provider could not be asked, in the server's word for machines. */
  readonly cause: string | null
  readonly requestId: string | null
  readonly rotationId: string | null
  readonly retryAfterSeconds: number | null
  /** What the server answered all the same, as the result of a failed validation. */
  readonly value: unknown
}

/** What stands in the way and what follows from it, and what to do next. */
export type Problem = { readonly message: string; readonly nextStep: string }

/** What finds a call again: in the log of its server, and among the rotations. */
export type Trace = Pick<ConsoleFailure, 'requestId' | 'rotationId'>

/** What a server answered to an operation. A failure carries its trace itself. */
export type ServerReply<Output = unknown> = { readonly output: Output; readonly trace: Trace }

const textOf = ({ meaning, remedy }: { readonly meaning: string; readonly remedy: string }) => `${meaning} ${remedy}`

const known: Readonly<Record<string, Parameters<typeof textOf>[0]>> = { ...failureCodes, ...consoleFailures }

/** What a code says in general; null for one that only a newer server knows. */
export const meaningOf = (code: string): string | null =>
  Object.hasOwn(known, code) ? textOf(known[code] as (typeof known)[string]) : null

const entryOf = (code: ConsoleFailure['code']) =>
  code in consoleFailures ? consoleFailures[code as ConsoleCode] : failureCodes[code as FailureCode]

export const consoleFailure = (
  code: ConsoleFailure['code'],
  more: Partial<Omit<ConsoleFailure, 'code'>> = {},
): ConsoleFailure => ({
  code,
  message: textOf(entryOf(code)),
  info: [],
  changed: entryOf(code).changed,
  ...noProviderFacts,
  requestId: null,
  rotationId: null,
  retryAfterSeconds: null,
  value: null,
  ...more,
})
