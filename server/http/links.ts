import type { FailureCode } from '../../shared/failure.ts'

/** The value of a Link header (RFC 8288) that names what the server says of these codes. */
export const helpLink = (...codes: readonly FailureCode[]): string =>
  [...new Set(codes)].map((code) => `</docs/errors#${code}>; rel="help"`).join(', ')
