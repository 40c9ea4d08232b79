import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'

/** Why there is no usable answer. The reasons are the console's own words and never repeat what was sent. */
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

/** An answer that cannot be used; its request was sent. */
export const unreadableAnswer = (...reasons: readonly string[]): Fault => ({
  code: 'AnswerUnreadable',
  reasons,
  mayBeSent: true,
})

/** A query changes nothing, so its fault is the failure. A mutation that may have been sent may have taken effect. */
export const failureOfFault = (
  { code, reasons, mayBeSent }: Fault,
  kind: 'query' | 'mutation',
  more: Partial<Omit<ConsoleFailure, 'code'>> = {},
): ConsoleFailure => consoleFailure(kind === 'mutation' && mayBeSent ? 'NoAnswer' : code, { info: reasons, ...more })

type Cause = readonly [Fault['code'], string]

const name: Cause = ['Unreachable', 'the name of the server was not found (DNS)']
const route: Cause = ['Unreachable', 'no way leads to the address of the server']
const slow: Cause = ['Unreachable', 'no connection came about in time']
const late: Cause = ['Unreachable', 'the answer was not complete in time']
const broken: Cause = ['Unreachable', 'the connection broke off before the whole answer had come']
const stranger: Cause = ['UntrustedServer', 'nobody trusted here vouches for the certificate']
const noTls: Cause = ['Unreachable', 'what answers there does not speak TLS as it should']
const notPacked: Cause = ['AnswerUnreadable', 'the answer is not packed the way it says']

const causes: Readonly<Record<string, Cause>> = {
  ENOTFOUND: name,
  EAI_AGAIN: name,
  ECONNREFUSED: ['Unreachable', 'nothing listens at that address and port'],
  EHOSTUNREACH: route,
  ENETUNREACH: route,
  EADDRNOTAVAIL: route,
  ETIMEDOUT: slow,
  UND_ERR_CONNECT_TIMEOUT: slow,
  TimeoutError: late,
  UND_ERR_HEADERS_TIMEOUT: late,
  UND_ERR_BODY_TIMEOUT: ['Unreachable', 'the answer stopped before its end'],
  AbortError: ['Unreachable', 'the console gave up waiting for the answer'],
  UND_ERR_DESTROYED: ['Unreachable', 'the console closed the connection'],
  UND_ERR_CLOSED: ['Unreachable', 'the console closed the connection'],
  ECONNRESET: broken,
  EPIPE: broken,
  UND_ERR_SOCKET: broken,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: broken,
  Z_BUF_ERROR: broken,
  Z_DATA_ERROR: notPacked,
  HTTPParserError: ['AnswerUnreadable', 'the answer is not HTTP'],
  UND_ERR_HEADERS_OVERFLOW: ['AnswerUnreadable', 'the headers of the answer are larger than 16 KiB'],
  CERT_HAS_EXPIRED: ['UntrustedServer', 'the certificate has expired'],
  CERT_NOT_YET_VALID: ['UntrustedServer', 'the certificate is not valid yet; is the clock of this machine right?'],
  CERT_REVOKED: ['UntrustedServer', 'the certificate was revoked'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['UntrustedServer', 'the certificate is for another name than that of the address'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['UntrustedServer', 'the certificate vouches only for itself'],
  SELF_SIGNED_CERT_IN_CHAIN: stranger,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: stranger,
  UNABLE_TO_GET_ISSUER_CERT: stranger,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: stranger,
  EPROTO: noTls,
}

/** OpenSSL has some eighty more reasons to refuse a certificate. */
const isCertificate = (code: string) => /CERT|CRL|ISSUER|SIGNATURE|HOSTNAME/.test(code)

function causeOf(code: string): Cause {
  if (causes[code]) return causes[code]
  if (/^ERR_SSL_|^ERR_TLS_/.test(code)) return noTls
  if (code.startsWith('ERR_BROTLI') || code.startsWith('Z_') || code.startsWith('ERR__ERROR_FORMAT')) return notPacked
  if (isCertificate(code)) return ['UntrustedServer', `the certificate was refused (${code})`]
  return ['Unreachable', 'the network failed']
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (['HTTPParserError', 'TimeoutError', 'AbortError'].includes(error.name)) return error.name
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** What an error of the network means; never its text, which may repeat what was sent. */
export function networkFault(error: unknown, mayBeSent: boolean): Fault {
  const [code, reason] = causeOf(codeOf(error))
  return { code, reasons: [reason], mayBeSent }
}
