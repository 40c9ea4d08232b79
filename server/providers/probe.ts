import type { Answer, PlainCredentials, ProbeFinding, Provider, Refusal, SignedRequest } from './provider.ts'
import { openConnection, type ProviderConnection, type TransportLimits } from './transport.ts'

export type Question = {
  readonly adapter: Provider
  readonly credentials: PlainCredentials
  readonly origin: string
  readonly limits: TransportLimits
  /** Unix time in milliseconds, never the same twice. */
  readonly nextTime: () => number
  readonly signal: AbortSignal | undefined
}

type Accepted = { readonly verdict: 'accepted'; readonly account: string }

type Wire = { readonly connection: ProviderConnection; readonly signal: AbortSignal }

const secondsAhead = (date: string | undefined, nowMs: number): number | null => {
  const theirs = Date.parse(date ?? '')
  return Number.isNaN(theirs) ? null : (theirs - nowMs) / 1000
}

const cannotSign: Refusal = {
  verdict: 'wrong-credentials',
  cause: 'cannot-sign',
  source: 'local',
  message: 'The secret cannot be used to sign: the private key is damaged. Paste the complete key file again.',
}

/** null for a key that parses but cannot sign, such as one with inconsistent numbers. */
const signed = (
  adapter: Provider,
  credentials: PlainCredentials,
  at: { path: string; nowMs: number },
): Promise<SignedRequest | null> => adapter.sign(credentials, at.path, at.nowMs).catch(() => null)

const askPath = async (
  { adapter, credentials, nextTime }: Question,
  path: string,
  wire: Wire,
): Promise<ProbeFinding> => {
  const nowMs = nextTime()
  const request = await signed(adapter, credentials, { path, nowMs })
  if (!request) return cannotSign
  const exchange = await wire.connection.send(request, wire.signal)
  if ('cause' in exchange) return { verdict: 'unreachable', cause: exchange.cause }
  const answer: Answer = { ...exchange, clockAheadSeconds: secondsAhead(exchange.headers.date, nowMs) }
  return adapter.classify(answer)
}

/**
 * A rejection after the keys could list wallets does not mean they are wrong: only reading the account is denied.
 * Reporting wrong keys would make an operator revoke valid ones.
 */
const ofAccountRead = (refusal: Refusal): Refusal => {
  if (!['wrong-credentials', 'not-permitted'].includes(refusal.verdict)) return refusal
  const { message: _, ...rest } = refusal
  return { ...rest, verdict: 'not-permitted', cause: 'account-unreadable' }
}

/** Runs with a signal that fires after `ms` or with `outer`, whichever comes first; leaves no timer behind. */
const withDeadline = async <Value>(
  ms: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), ms)
  try {
    return await run(outer ? AbortSignal.any([deadline.signal, outer]) : deadline.signal)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Requests the provider's probe paths in order until one is rejected or identifies the account; one deadline for all.
 */
export const askProvider = (question: Question): Promise<Refusal | Accepted> =>
  withDeadline(question.limits.totalMs, question.signal, async (signal) => {
    using connection = openConnection(question.origin, question.limits)
    for (const [index, path] of question.adapter.probePaths.entries()) {
      const finding = await askPath(question, path, { connection, signal })
      if (finding.verdict !== 'accepted') return index === 0 ? finding : ofAccountRead(finding)
      if (finding.account !== null) return { verdict: 'accepted', account: finding.account }
    }
    return { verdict: 'unreachable', cause: 'no-account' }
  })
