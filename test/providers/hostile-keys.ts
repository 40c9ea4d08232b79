import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** DER, written by hand: no library makes keys as broken as these. */
const lengthOf = (size: number): Buffer =>
  size < 0x80 ? Buffer.from([size]) : size < 0x100 ? Buffer.from([0x81, size]) : Buffer.from([0x82, size >> 8, size])
const element = (tag: number, content: Buffer) => Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
const sequence = (...parts: Buffer[]) => element(0x30, Buffer.concat(parts))
const oid = (hex: string) => element(0x06, Buffer.from(hex, 'hex'))
const octets = (content: Buffer) => element(0x04, content)
const integer = (bytes: Buffer) =>
  element(0x02, bytes.readUInt8() & 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes)
const zero = integer(Buffer.alloc(1))

/** An odd number of exactly so many bits that is most likely no prime. */
function junk(bits: number): Buffer {
  const bytes = randomBytes(bits / 8)
  bytes.writeUInt8(bytes.readUInt8() | 0x80)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) | 1, bytes.length - 1)
  return bytes
}

export const pemOf = (der: Buffer, label = 'PRIVATE KEY'): string =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`

type Bits = { readonly n: number; readonly e: number; readonly d: number; readonly p: number }
const rsaDer = ({ n, e, d, p }: Bits, exponent = junk(e)) =>
  sequence(zero, ...[junk(n), exponent, junk(d), junk(p), junk(p), junk(p), junk(p), junk(p)].map(integer))
const rsaOf = (bits: Bits) => pemOf(rsaDer(bits), 'RSA PRIVATE KEY')
const usual = Buffer.from([1, 0, 1])

/** The key that stopped a server for half a second with each signature: 8,192 bits of junk for both modulus and exponents. */
export const craftedKey = rsaOf({ n: 8192, e: 8192, d: 8192, p: 4096 })

const dsa = (bits: number) =>
  pemOf(
    sequence(
      zero,
      sequence(oid('2a8648ce380401'), sequence(...[junk(bits), junk(256), junk(bits)].map(integer))),
      octets(integer(junk(bits))),
    ),
  )
const dh = pemOf(
  sequence(
    zero,
    sequence(oid('2a864886f70d010301'), sequence(...[junk(9992), junk(9984)].map(integer))),
    octets(integer(junk(9984))),
  ),
)
const explicitCurve = pemOf(
  sequence(
    zero,
    sequence(
      oid('2a8648ce3d0201'),
      sequence(
        integer(Buffer.from([1])),
        sequence(oid('2a8648ce3d0101'), integer(junk(656))),
        sequence(octets(randomBytes(82)), octets(randomBytes(82))),
        octets(Buffer.concat([Buffer.from([4]), randomBytes(164)])),
        integer(junk(648)),
      ),
    ),
    octets(sequence(integer(Buffer.from([1])), octets(randomBytes(82)))),
  ),
)

const pkcs8 = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const curve = (namedCurve: string) => pkcs8(generateKeyPairSync('ec', { namedCurve }).privateKey)
const good = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const goodDer = good.export({ type: 'pkcs1', format: 'der' })
const rsaLabel = 'RSA PRIVATE KEY'

/** The key with the last bit of each prime cleared: it still parses, but nothing can be computed with it. */
export function keyWithEvenPrimes(): string {
  const der = Buffer.from(goodDer)
  const { p = '', q = '' } = good.export({ format: 'jwk' })
  for (const prime of [p, q].map((text) => Buffer.from(text, 'base64url'))) {
    const last = der.indexOf(prime) + prime.length - 1
    der.writeUInt8(der.readUInt8(last) & 0xfe, last)
  }
  return pemOf(der, rsaLabel)
}

/** A key that signs without complaint, but not for its public half: every private number is another key's. */
export function keyOfTwoHalves(): string {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const mixed = { ...other, n: good.export({ format: 'jwk' }).n }
  const numbers = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] as const
  return pemOf(
    sequence(zero, ...numbers.map((name) => integer(Buffer.from(mixed[name] as string, 'base64url')))),
    rsaLabel,
  )
}

const begin = '-----BEGIN PRIVATE KEY-----'
const end = '-----END PRIVATE KEY-----'
const most = 8192

/** Secrets of at most 8,192 characters, as a request may bring them, that a careless adapter would work on for long. */
export const hostileSecrets: Readonly<Record<string, string>> = {
  'PKCS#1 of junk, 8,192 bits': craftedKey,
  'RSA, 8,192-bit junk with the usual exponent': pemOf(rsaDer({ n: 8192, e: 8, d: 8192, p: 4096 }, usual), rsaLabel),
  'RSA, 4,096-bit junk, each number as large as may be': pemOf(
    rsaDer({ n: 4096, e: 8, d: 4096, p: 4096 }, usual),
    rsaLabel,
  ),
  'RSA, exponent of 4,096 bits': rsaOf({ n: 4096, e: 4096, d: 4096, p: 2048 }),
  'RSA, exponent of 40 bits': rsaOf({ n: 2048, e: 40, d: 2048, p: 1024 }),
  'RSA, modulus of 32,768 bits': rsaOf({ n: 32_768, e: 64, d: 64, p: 64 }),
  'RSA, primes far larger than the modulus': rsaOf({ n: 2048, e: 16, d: 2048, p: 8192 }),
  'RSA, even primes': keyWithEvenPrimes(),
  'RSA, halves of two keys': keyOfTwoHalves(),
  'RSA-PSS': pkcs8(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey),
  'DSA, 15,000 bits': dsa(15_000),
  'DH, 9,992 bits': dh,
  'EC, explicit curve': explicitCurve,
  'EC, P-256': curve('P-256'),
  'EC, secp521r1': curve('secp521r1'),
  'EC, secp256k1': curve('secp256k1'),
  'EC, sect571r1': curve('sect571r1'),
  'EC, brainpoolP512r1': curve('brainpoolP512r1'),
  ed25519: pkcs8(generateKeyPairSync('ed25519').privateKey),
  ed448: pkcs8(generateKeyPairSync('ed448').privateKey),
  x25519: pkcs8(generateKeyPairSync('x25519').privateKey),
  x448: pkcs8(generateKeyPairSync('x448').privateKey),
  'encrypted PKCS#8': good.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString(),
  'PEM without an end': `${begin}\n${'A'.repeat(8_000)}`,
  'PEM that begins 290 times': `${begin}\n`.repeat(290),
  'PEM of 100 empty blocks': `${begin}\n${end}\n`.repeat(100),
  'PEM of 8,000 line breaks': `${begin}${'\n'.repeat(8_000)}${end}`,
  'PEM of 6 kB of zeros': pemOf(Buffer.alloc(6_000)),
  'PEM of 6 kB of nested sequences': pemOf(Buffer.from('3080'.repeat(3_000), 'hex')),
  'PEM of an element that claims 2^48 bytes': pemOf(Buffer.from('3086ffffffffffff0201', 'hex')),
  'RSA key that ends too early': pemOf(goodDer.subarray(0, 400), rsaLabel),
  '8 kB of dashes': `${begin}${'-'.repeat(most - begin.length)}`,
  '8 kB of random bytes': `${begin}\n${randomBytes(most)
    .toString('latin1')
    .slice(0, most - begin.length - 1)}`,
  '8 kB of one letter': 'a'.repeat(most),
  '8 kB of white space': ' '.repeat(most),
  '8 kB of line breaks between letters': 'a\n'.repeat(most / 2),
}
