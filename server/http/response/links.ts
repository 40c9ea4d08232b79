import type { FailureCode } from '../../../shared/failure.ts'

/** The value of a Link header (RFC 8288) that names what the server says of these codes. */
export const helpLink = (...codes: readonly FailureCode[]): string =>
  [...new Set(codes)].map((code) => `</docs/errors#${code}>; rel="help"`).join(', ')

/** The same address with another cursor, as a caller of a list finds its next page (RFC 8288). */
export function nextLink(url: string, cursor: string): string {
  const start = url.indexOf('?')
  const path = start < 0 ? url : url.slice(0, start)
  const members = new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
  members.set('cursor', cursor)
  return `<${path}?${members}>; rel="next"`
}
