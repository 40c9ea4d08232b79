const unknownIssuer = 'tls-unknown-issuer'

const causes: Readonly<Record<string, string>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'no-route',
  ENETUNREACH: 'no-route',
  ETIMEDOUT: 'connect-timeout',
  ABORT_ERR: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ERR_STREAM_PREMATURE_CLOSE: 'reset',
  HPE_HEADER_OVERFLOW: 'oversized-headers',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'not-utf-8',
  // OpenSSL's verification results, under the names that Node gives them
  CERT_HAS_EXPIRED: 'tls-expired',
  CERT_NOT_YET_VALID: 'tls-not-yet-valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls-wrong-host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls-self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
}

/** Codes by a shared prefix or word; the first match counts. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^HPE_/, 'malformed-http'],
  [/^ERR_SSL_/, 'tls-handshake'],
  // OpenSSL has some seventy more reasons to refuse a certificate.
  [/CERT|CRL|SIGNATURE|ISSUER|^ERR_TLS/, 'tls-certificate'],
]

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'ABORT_ERR'
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/**
 * The cause of a TLS handshake failure, which Node states only in the message; its code is generic. Null for any other
 * error.
 */
const handshakeCause = (error: unknown): string | null => {
  const text = error instanceof Error ? error.message : ''
  if (/\bEPROTO\b.*(wrong version number|packet length too long)/.test(text)) return 'tls-not-spoken'
  return /\bEPROTO\b|before secure TLS connection/.test(text) ? 'tls-handshake' : null
}

/** A code for why there was no usable answer; never the error's text, which may repeat what was sent. */
export const networkCauseOf = (error: unknown): string => {
  const code = codeOf(error)
  return handshakeCause(error) ?? causes[code] ?? families.find(([pattern]) => pattern.test(code))?.[1] ?? 'network'
}
