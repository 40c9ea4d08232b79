const day = 86_400

type Headers = Readonly<Record<string, string | string[] | undefined>>

const textOf = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

/** Seconds that an answer asks to wait, from 1 to a day: a number, or an HTTP date (RFC 9110, 10.2.3), which is relative to the clock of who answers. */
export function retryAfterSeconds(headers: Headers): number | null {
  const text = textOf(headers['retry-after'])
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - Date.parse(textOf(headers.date))) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), day) : null
}
