import { withDeadline } from './deadline.ts'
import type { Answer, Finding, PlainPair, Provider } from './provider.ts'
import { type Connection, type Limits, openConnection } from './transport.ts'

export type Question = {
  readonly adapter: Provider
  readonly origin: string
  readonly limits: Limits
  /** Unix time in milliseconds, never the same twice. */
  readonly nextTime: () => number
  readonly signal: AbortSignal | undefined
}

const secondsAhead = (date: string | undefined, nowMs: number): number | null => {
  const theirs = Date.parse(date ?? '')
  return Number.isNaN(theirs) ? null : (theirs - nowMs) / 1000
}

const askPath = async (
  { adapter, nextTime }: Question,
  request: { pair: PlainPair; path: string },
  { connection, signal }: { connection: Connection; signal: AbortSignal },
): Promise<Finding> => {
  const nowMs = nextTime()
  const exchange = await connection.send(adapter.sign(request.pair, request.path, nowMs), signal)
  if ('cause' in exchange) return { verdict: 'unreachable', cause: exchange.cause }
  const answer: Answer = { ...exchange, clockAheadSeconds: secondsAhead(exchange.headers.date, nowMs) }
  return adapter.classify(answer)
}

/** Asks the provider's probe paths in their order until one refuses or names the account; one deadline for all of them. */
export const askProvider = (question: Question, pair: PlainPair): Promise<Finding> =>
  withDeadline(question.limits.totalMs, question.signal, async (signal) => {
    await using connection = openConnection(question.origin, question.limits)
    for (const path of question.adapter.probePaths) {
      const finding = await askPath(question, { pair, path }, { connection, signal })
      if (finding.verdict !== 'accepted' || finding.account !== null) return finding
    }
    return { verdict: 'unreachable', cause: 'no-account' }
  })
