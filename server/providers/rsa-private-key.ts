import { createPrivateKey, type KeyObject } from 'node:crypto'

/**
 * Reads an RSA private key without letting OpenSSL see anything it could compute on for long: decoding a DSA or DH key
 * of 8,000 characters alone takes it a second, and a signature with an 8,192-bit exponent half a second. So the DER is
 * read here first, and only a two-prime RSA key within the limits below is handed on.
 */

/** Why the given text cannot be used to sign. */
export type RsaKeyFault = 'unreadable' | 'not-plain' | 'not-rsa' | 'modulus-size' | 'exponent-size' | 'damaged'

export type RsaKeyReading = { readonly key: KeyObject } | { readonly fault: RsaKeyFault }

const smallestModulusBits = 2048
const largestModulusBits = 4096
/** Below 2^32, far above the usual 65537: a larger one only makes a verification slow. */
const largestExponentBits = 32

const notPlain = /-----BEGIN (ENCRYPTED|RSA PUBLIC|PUBLIC|CERTIFICATE)|Proc-Type: 4,ENCRYPTED/
const block = /^-----BEGIN ((?:[A-Z0-9]{1,16} )?)PRIVATE KEY-----\s([A-Za-z0-9+/=\s]*)^-----END \1PRIVATE KEY-----/m

/** Reads the first private key of a PEM text: PKCS#1 or PKCS#8, RSA, 2,048 to 4,096 bits, unencrypted. */
export function readRsaPrivateKey(pem: string): RsaKeyReading {
  const [, label, base64] = block.exec(pem) ?? []
  if (base64 === undefined || /^ENCRYPTED /.test(label ?? ''))
    return { fault: notPlain.test(pem) ? 'not-plain' : 'unreadable' }
  if (label !== '' && label !== 'RSA ') return { fault: 'not-rsa' }
  try {
    const der = Buffer.from(base64, 'base64')
    const pkcs1 = label === '' ? insidePkcs8(der) : der
    if (!pkcs1) return { fault: 'not-rsa' }
    const fault = faultOf(numbersOf(pkcs1))
    return fault ? { fault } : { key: createPrivateKey({ key: pkcs1, format: 'der', type: 'pkcs1' }) }
  } catch {
    return { fault: 'unreadable' }
  }
}

const tags = { integer: 0x02, octets: 0x04, oid: 0x06, sequence: 0x30 }
const rsaEncryption = Buffer.from('2a864886f70d010101', 'hex') // 1.2.840.113549.1.1.1

/** Reads DER elements one after another; throws on anything that is not definite-length DER. */
function derReader(bytes: Buffer) {
  let at = 0
  const lengthAt = (): number => {
    const first = bytes.readUInt8(at++)
    if (first < 0x80) return first
    const size = first & 0x7f
    const length = bytes.readUIntBE(at, size) // throws for more than six bytes, and for none: the indefinite form
    at += size
    return length
  }
  return {
    next(tag: number): Buffer {
      if (bytes.readUInt8(at++) !== tag) throw new Error('unexpected DER tag')
      const end = lengthAt() + at
      if (end > bytes.length) throw new Error('DER element ends outside')
      const content = bytes.subarray(at, end)
      at = end
      return content
    },
    isAtEnd: () => at === bytes.length,
  }
}

/** The RSAPrivateKey in a PrivateKeyInfo (RFC 5958); null when the key is of another algorithm. */
function insidePkcs8(der: Buffer): Buffer | null {
  const info = derReader(derReader(der).next(tags.sequence))
  info.next(tags.integer)
  const algorithm = derReader(info.next(tags.sequence)).next(tags.oid)
  return algorithm.equals(rsaEncryption) ? info.next(tags.octets) : null
}

/** Version, modulus, public exponent, private exponent, primes, exponents, coefficient (RFC 8017, A.1.2). */
function numbersOf(pkcs1: Buffer): readonly Buffer[] {
  const fields = derReader(derReader(pkcs1).next(tags.sequence))
  const numbers = Array.from({ length: 9 }, () => fields.next(tags.integer))
  if (!fields.isAtEnd()) throw new Error('an RSA key has nine numbers')
  return numbers
}

/** The bits of a DER integer; a negative one, which no key has, counts with its sign. */
function bitsOf(integer: Buffer): number {
  const start = integer.findIndex((byte) => byte !== 0)
  return start < 0 ? 0 : (integer.length - start) * 8 - Math.clz32(integer[start] as number) + 24
}

function faultOf([version, modulus, publicExponent, ...rest]: readonly Buffer[]): RsaKeyFault | null {
  const modulusBits = bitsOf(modulus as Buffer)
  const exponentBits = bitsOf(publicExponent as Buffer)
  if (modulusBits < smallestModulusBits || modulusBits > largestModulusBits) return 'modulus-size'
  if (exponentBits > largestExponentBits) return 'exponent-size'
  const [, ...secretFactors] = rest
  const isInPlace = bitsOf(version as Buffer) === 0 && rest.every((number) => bitsOf(number) <= modulusBits)
  return isInPlace && secretFactors.every((number) => bitsOf(number) > 0) ? null : 'damaged'
}
