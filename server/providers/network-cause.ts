const causes: Readonly<Record<string, string>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'no-route',
  ENETUNREACH: 'no-route',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_ABORTED: 'timeout',
  ABORT_ERR: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  HTTPParserError: 'malformed-http',
  UND_ERR_HEADERS_OVERFLOW: 'oversized-headers',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'not-utf-8',
}

/** OpenSSL's verification results (`CERT_HAS_EXPIRED`, `UNABLE_TO_VERIFY_LEAF_SIGNATURE`, ...) and Node's TLS errors. */
const isTls = (code: string): boolean => /CERT|SIGNATURE|ISSUER|^ERR_(SSL|TLS)|^EPROTO$/.test(code)

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  if (error.name === 'HTTPParserError') return error.name // undici gives it no code
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'ABORT_ERR'
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** One word for why no usable answer came; never the error's text, which may repeat what was sent. */
export const causeOf = (error: unknown): string => {
  const code = codeOf(error)
  if (causes[code]) return causes[code]
  return isTls(code) ? 'tls' : 'network'
}
