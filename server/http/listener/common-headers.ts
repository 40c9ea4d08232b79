import type { Socket } from 'node:net'
import { contractVersion } from '../../../shared/contract-version.ts'

/** No answer is a page of its own, but those of the API page, which say what they may load. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox',
].join('; ')

/** A year. Names below this one are not this server's to speak for. */
const strictTransportSecurity = { 'strict-transport-security': 'max-age=31536000' }

/** Headers of every answer, failed ones included. Behind a proxy TLS is the proxy's task, and so is its header. */
export const commonHeaders = (requestId: string, socket: Socket) => ({
  'request-id': requestId,
  'api-supported-versions': contractVersion,
  'x-content-type-options': 'nosniff',
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
  ...('encrypted' in socket && strictTransportSecurity),
})
