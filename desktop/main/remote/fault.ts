import { type ConsoleFailure, failureOf } from '../../bridge/failures.ts'

/** Why there is no answer to use; the reason is a line of our own words, without what was sent. */
export type Fault = {
  readonly code:
    | 'Unreachable'
    | 'UntrustedServer'
    | 'NotReadable'
    | 'NotAToken'
    | 'ValidationError'
    | 'AnswerTooLarge'
    | 'AnswerUnreadable'
  readonly reasons: readonly string[]
  /** Whether the request may have reached the server. */
  readonly mayBeSent: boolean
}

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: Fault }

export const fine = <Value>(value: Value): Outcome<Value> => ({ ok: true, value })

export const faulty = (fault: Fault): Outcome<never> => ({ ok: false, fault })

/** A fault of an answer, so of something that was sent. */
export const unreadable = (...reasons: readonly string[]): Fault => ({
  code: 'AnswerUnreadable',
  reasons,
  mayBeSent: true,
})

/** For a query every fault is what it is: nothing was to be changed. A mutation that may have been sent may have happened. */
export const failureOfFault = (
  { code, reasons, mayBeSent }: Fault,
  kind: 'query' | 'mutation',
  more: Partial<Omit<ConsoleFailure, 'code'>> = {},
): ConsoleFailure => failureOf(kind === 'mutation' && mayBeSent ? 'NoAnswer' : code, { info: reasons, ...more })
