import { z } from 'zod'
import { retryAfterSeconds } from '../text/retry-after.ts'
import type { Answer, Refusal } from './provider.ts'

/** Providers tolerate 30 to 60 s of clock difference; below that our clock is not the cause of a rejection. */
const toleratedSkewSeconds = 30

/** Whether our clock differs so much from the provider's that it may have caused the rejection. */
export const clockIsOff = (answer: Answer): boolean => Math.abs(answer.clockAheadSeconds ?? 0) > toleratedSkewSeconds

/**
 * Ten times the brackets of the longest documented answer. JSON.parse takes a hundred times longer for text of only
 * brackets.
 */
const mostContainers = 10_000

/** Also counts brackets in strings, which are few. */
const isWithinLimits = (text: string): boolean => {
  let containers = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x5b || code === 0x7b) containers += 1
  }
  return containers <= mostContainers
}

const parsed = (text: string): unknown => {
  if (!isWithinLimits(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A list of which only the first entry is validated: a schema over all entries would be slow for a long list. */
export const listWith = <Entry extends z.core.$ZodType>(first: Entry) =>
  z
    .custom<readonly unknown[]>(Array.isArray)
    .transform((list) => list.slice(0, 1))
    .pipe(z.array(first))

/** The body, if it has the documented shape; undefined otherwise. */
export const bodyAs = <Schema extends z.core.$ZodType>(
  schema: Schema,
  answer: Answer,
): z.output<Schema> | undefined => {
  const result = z.safeParse(schema, parsed(answer.body))
  return result.success ? result.data : undefined
}

const isHtml = (answer: Answer): boolean =>
  /\bhtml\b/i.test(answer.headers['content-type'] ?? '') || /^\s*</.test(answer.body)

/** The answer is not as documented by the provider: a proxy's page, a damaged body, an error inside a success. */
export const unexpectedBody = (answer: Answer): Refusal => ({
  verdict: 'unreachable',
  http: answer.status,
  cause: isHtml(answer) ? 'html' : 'unexpected-body',
})

const throttled = (answer: Answer): Refusal => {
  const seconds = retryAfterSeconds(answer.headers)
  return { verdict: 'throttled', http: 429, ...(seconds === null ? {} : { retryAfterSeconds: seconds }) }
}

/** The meaning of an HTTP status, the same for every provider; null for a 200, whose body decides. */
export const refusalByStatus = (answer: Answer): Refusal | null => {
  if (answer.status === 429) return throttled(answer)
  if (answer.status >= 300 && answer.status < 400)
    return { verdict: 'unreachable', http: answer.status, cause: 'redirect' }
  if (isHtml(answer)) return unexpectedBody(answer)
  if (answer.status === 403) return { verdict: 'not-permitted', http: 403 }
  if (answer.status !== 200) return { verdict: 'unreachable', http: answer.status, cause: 'unexpected-status' }
  return null
}
