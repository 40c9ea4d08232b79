import { contractVersion } from '../../shared/contract-version.ts'

/** No answer is a page of its own, but those of the API page, which say what they may load. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox',
].join('; ')

/** What every answer carries, whatever became of the request. */
export const commonHeaders = (requestId: string) => ({
  'request-id': requestId,
  'api-supported-versions': contractVersion,
  'x-content-type-options': 'nosniff',
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
})
