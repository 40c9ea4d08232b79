import { type Changed, type FailureCode, failureCodes, noProviderFacts } from '../../shared/failure.ts'
import type { ProviderId, Verdict } from '../../shared/providers.ts'
import type { ConsoleCode } from '../words/en/console-failures.ts'
import { t } from '../words/words.ts'
import type { Word } from './new-words.ts'

/** Whether a failure of the console itself may have changed anything; what it says is in `desktop/words`. */
const changedBy: Readonly<Record<ConsoleCode, Changed>> = {
  Unreachable: 'nothing',
  ResponseLost: 'nothing',
  ProxyBusy: 'nothing',
  ProxyFailed: 'nothing',
  NoAnswer: 'unknown',
  UntrustedServer: 'nothing',
  AnswerTooLarge: 'unknown',
  AnswerUnreadable: 'unknown',
  ListingGone: 'nothing',
  SignedOut: 'nothing',
  NotAToken: 'nothing',
  TokenGone: 'nothing',
  SecretGone: 'nothing',
  SignInExpired: 'nothing',
  SignInRefused: 'nothing',
  BrowserNotOpened: 'nothing',
  Locked: 'nothing',
  LockedMeanwhile: 'unknown',
  NotUnlocked: 'nothing',
  WrongPassphrase: 'nothing',
  KeychainFailed: 'unknown',
  NoSuchProfile: 'nothing',
  ProfileChanged: 'unknown',
  NotWritten: 'unknown',
  NotReadable: 'nothing',
  LocalServerFailed: 'unknown',
  TaskFailed: 'unknown',
  UpdateRefused: 'nothing',
  NotAllowed: 'nothing',
  ConsoleFailed: 'unknown',
}

/** Whether a code is one of the console itself, not one that a server answers with. */
export const isConsoleCode = (code: string): code is ConsoleCode => Object.hasOwn(changedBy, code)

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

/** What a code means in general, and what to do next; null for a code that only a newer server knows. */
export function partsOf(code: string): { readonly meaning: string; readonly remedy: string } | null {
  if (isConsoleCode(code))
    return { meaning: t(`consoleFailures:${code}.meaning`), remedy: t(`consoleFailures:${code}.remedy`) }
  return Object.hasOwn(failureCodes, code) ? failureCodes[code as FailureCode] : null
}

/** The same as one text. */
export function meaningOf(code: string): string | null {
  const parts = partsOf(code)
  return parts && `${parts.meaning} ${parts.remedy}`
}

export const consoleFailure = (
  code: ConsoleFailure['code'],
  more: Partial<Omit<ConsoleFailure, 'code'>> = {},
): ConsoleFailure => ({
  code,
  message: meaningOf(code) ?? code,
  info: [],
  changed: isConsoleCode(code) ? changedBy[code] : failureCodes[code].changed,
  ...noProviderFacts,
  requestId: null,
  rotationId: null,
  retryAfterSeconds: null,
  value: null,
  ...more,
})
