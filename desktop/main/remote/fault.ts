import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'
import type { network } from '../../words/en/network.ts'
import { t } from '../../words/words.ts'

/** Why there is no usable answer. The reasons are the console's own words and never repeat what was sent. */
export type Fault = {
  readonly code:
    | 'Unreachable'
    | 'ResponseLost'
    | 'ProxyBusy'
    | 'ProxyFailed'
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

type Cause = readonly [Fault['code'], reason: () => string]

const unreachable = (reason: keyof typeof network.fault): Cause => ['Unreachable', () => t(`network:fault.${reason}`)]
const responseLost = (reason: keyof typeof network.fault): Cause => ['ResponseLost', () => t(`network:fault.${reason}`)]
const unreadable = (reason: keyof typeof network.fault): Cause => [
  'AnswerUnreadable',
  () => t(`network:fault.${reason}`),
]
const untrusted = (reason: Exclude<keyof typeof network.certificate, 'rejected'>): Cause => [
  'UntrustedServer',
  () => t(`network:certificate.${reason}`),
]

const nameNotFound = unreachable('nameNotFound')
const noRoute = unreachable('noRoute')
const connectTimeout = unreachable('connectTimeout')
const responseTimeout = responseLost('responseTimeout')
const closed = unreachable('closed')
const lost = responseLost('lost')
const noTls = unreachable('noTls')
const unknownAuthority = untrusted('untrusted')
const wrongEncoding: Cause = ['AnswerUnreadable', () => t('network:response.wrongEncoding')]

const causes: Readonly<Record<string, Cause>> = {
  ENOTFOUND: nameNotFound,
  EAI_AGAIN: nameNotFound,
  ECONNREFUSED: unreachable('refused'),
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  EADDRNOTAVAIL: noRoute,
  ETIMEDOUT: connectTimeout,
  UND_ERR_CONNECT_TIMEOUT: connectTimeout,
  TimeoutError: responseTimeout,
  UND_ERR_HEADERS_TIMEOUT: responseTimeout,
  UND_ERR_BODY_TIMEOUT: responseLost('stalled'),
  AbortError: unreachable('aborted'),
  UND_ERR_DESTROYED: closed,
  UND_ERR_CLOSED: closed,
  ECONNRESET: lost,
  EPIPE: lost,
  UND_ERR_SOCKET: lost,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: lost,
  Z_BUF_ERROR: lost,
  Z_DATA_ERROR: wrongEncoding,
  HTTPParserError: unreadable('notHttp'),
  UND_ERR_HEADERS_OVERFLOW: unreadable('headersTooLarge'),
  CERT_HAS_EXPIRED: untrusted('expired'),
  CERT_NOT_YET_VALID: untrusted('notYetValid'),
  CERT_REVOKED: untrusted('revoked'),
  ERR_TLS_CERT_ALTNAME_INVALID: untrusted('otherName'),
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted('selfSigned'),
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  EPROTO: noTls,
}

/** OpenSSL has some eighty more reasons to refuse a certificate. */
const isCertificate = (code: string) => /CERT|CRL|ISSUER|SIGNATURE|HOSTNAME/.test(code)

function causeOf(code: string): Cause {
  if (causes[code]) return causes[code]
  if (/^ERR_SSL_|^ERR_TLS_/.test(code)) return noTls
  if (code.startsWith('ERR_BROTLI') || code.startsWith('Z_') || code.startsWith('ERR__ERROR_FORMAT'))
    return wrongEncoding
  if (isCertificate(code)) return ['UntrustedServer', () => t('network:certificate.rejected', { code })]
  return unreachable('other')
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (['HTTPParserError', 'TimeoutError', 'AbortError'].includes(error.name)) return error.name
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** What an error of the network means; never its text, which may repeat what was sent. */
export function networkFault(error: unknown, mayBeSent: boolean): Fault {
  const [cause, reason] = causeOf(codeOf(error))
  const code = cause === 'ResponseLost' && !mayBeSent ? 'Unreachable' : cause
  return { code, reasons: [reason()], mayBeSent }
}
