import { type FailureCode, failureCodes } from '../../shared/failure.ts'

/** Every failure the console itself can meet, beside those that a server answers: what it means, and what to do. */
export const consoleFailures = {
  Unreachable: {
    meaning: 'The server could not be reached; nothing was changed.',
    remedy: 'Check the network and the address of the profile, then try again.',
  },
  NoAnswer: {
    meaning:
      'The server was reached but its answer did not arrive or could not be read, so what was asked for may or may not have happened.',
    remedy: 'Look at the history before you try again.',
  },
  UntrustedServer: {
    meaning: 'The certificate of the server is not trusted, so nothing was sent.',
    remedy: 'Give the profile the file of the certificate authority that signed it, or ask who runs the server.',
  },
  AnswerTooLarge: {
    meaning: 'The answer is larger than 64 MiB and was not read to its end.',
    remedy: 'Ask for less, or ask who runs the server.',
  },
  AnswerUnreadable: {
    meaning: 'The answer is not what this version of the console understands.',
    remedy: 'Check that the address is that of a Strongroom server and that console and server are of one generation.',
  },
  ListingGone: {
    meaning: 'This listing of wallets is no longer kept; nothing was changed.',
    remedy: 'Open it again.',
  },
  SignedOut: {
    meaning: 'This profile has no operator token.',
    remedy: 'Sign in with one.',
  },
  NotAToken: {
    meaning: 'This is not an operator token; nothing was changed.',
    remedy: 'Copy the whole token, from srt_ to its last character, and try again.',
  },
  Locked: {
    meaning: 'The console is locked.',
    remedy: 'Unlock it first.',
  },
  LockedMeanwhile: {
    meaning: 'The console was locked before the answer came, so what was asked for may or may not have happened.',
    remedy: 'Unlock it, then look before you try again: for keys, at the history.',
  },
  NotUnlocked: {
    meaning: 'That does not unlock the console.',
    remedy: 'Try again, or sign out and sign in anew.',
  },
  WrongPassphrase: {
    meaning: 'That is not the current passphrase; nothing was changed.',
    remedy:
      'Try again. If it is forgotten, lock the console and unlock it with the operator token; then it is not asked for.',
  },
  KeychainFailed: {
    meaning: 'The keychain did not do what was asked.',
    remedy: 'The settings say what stands in the way.',
  },
  NoSuchProfile: {
    meaning: 'There is no such profile; nothing was changed.',
    remedy: 'Choose one of the list.',
  },
  ProfileChanged: {
    meaning: 'The server of this profile was changed or removed meanwhile; the token was not kept.',
    remedy: 'Look at the profile, then sign in again.',
  },
  NotWritten: {
    meaning: 'The file could not be written.',
    remedy: 'Choose another place and try again.',
  },
  NotReadable: {
    meaning: 'The file could not be read; nothing was changed.',
    remedy: 'Choose another file and try again.',
  },
  LocalServerFailed: {
    meaning: 'The server of this machine does not run.',
    remedy: 'Read its log, then start it again.',
  },
  TaskFailed: {
    meaning: 'The task did not come to its end.',
    remedy: 'Read its lines, mend the cause and start it again; what it did is kept, and doing it twice does no harm.',
  },
  NotAllowed: {
    meaning: 'The console refused this request of its own window; nothing was done.',
    remedy: 'Reload the window; if it comes again, report it.',
  },
  ConsoleFailed: {
    meaning: 'Something failed in the console that should not have.',
    remedy: 'Try again; if it comes again, send the report from the diagnostics.',
  },
} as const

export type ConsoleCode = keyof typeof consoleFailures

/** A failure as the screens show it: where it comes from makes no difference to them. */
export type ConsoleFailure = {
  readonly code: FailureCode | ConsoleCode
  /** Cause, consequence, next step. */
  readonly message: string
  readonly info: readonly string[]
  readonly requestId: string | null
  readonly rotationId: string | null
  readonly retryAfterSeconds: number | null
  /** What the server answered all the same, as the result of a failed validation. */
  readonly value: unknown
}

const textOf = ({ meaning, remedy }: { readonly meaning: string; readonly remedy: string }) => `${meaning} ${remedy}`

const known: Readonly<Record<string, Parameters<typeof textOf>[0]>> = { ...failureCodes, ...consoleFailures }

/** What a code says in general; null for one that only a newer server knows. */
export const meaningOf = (code: string): string | null =>
  Object.hasOwn(known, code) ? textOf(known[code] as (typeof known)[string]) : null

export const failureOf = (
  code: ConsoleFailure['code'],
  more: Partial<Omit<ConsoleFailure, 'code'>> = {},
): ConsoleFailure => ({
  code,
  message: textOf(code in consoleFailures ? consoleFailures[code as ConsoleCode] : failureCodes[code as FailureCode]),
  info: [],
  requestId: null,
  rotationId: null,
  retryAfterSeconds: null,
  value: null,
  ...more,
})
