const notFound = 'its name cannot be found'
const noRoute = 'there is no route to it'
const untrusted = 'its certificate is not signed by a trusted authority'
const lost = 'the connection was lost'

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: notFound,
  EAI_AGAIN: notFound,
  ECONNREFUSED: 'it refuses connections',
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ETIMEDOUT: 'it does not accept the connection in time',
  TimeoutError: 'it did not answer in time',
  AbortError: 'the command was interrupted',
  ECONNRESET: lost,
  EPIPE: lost,
  ERR_ENCODING_INVALID_ENCODED_DATA: 'its answer is not UTF-8',
  oversized: 'its answer is too large',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  EPROTO: 'it does not speak TLS here',
}

/** Why a server did not answer, in words; never the text of an error, which may repeat what was sent. */
export function reasonOf(code: string): string {
  const known = reasons[code]
  if (known) return known
  if (code.startsWith('HPE_')) return 'its answer is not HTTP'
  if (/^ERR_(SSL|TLS)_/.test(code)) return 'it does not speak TLS here'
  return /CERT|CRL|ISSUER/.test(code) ? `its certificate is rejected (${code})` : `the connection failed (${code})`
}

/** Whether a certificate is the reason, so that another authority may be the remedy. */
export const isAboutTrust = (code: string): boolean => /CERT|ISSUER|SIGNATURE|CRL/.test(code)
