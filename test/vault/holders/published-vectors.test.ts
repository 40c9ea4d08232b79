import { expect, test } from 'vitest'
import { crc32c } from '../../../server/vault/holders/google-kms.ts'
import { signedHeaders } from '../../../server/vault/holders/sigv4.ts'
import { Secret } from '../../../shared/secret.ts'

const published = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: new Secret('wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'),
  sessionToken: null,
}

test('a request has the signature that AWS publishes for it (post-vanilla)', () => {
  const place = { host: 'example.amazonaws.com', region: 'us-east-1', service: 'service' }
  const request = { ...place, headers: {}, body: '', at: new Date('2015-08-30T12:36:00Z') }
  expect(signedHeaders(request, published).authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
      'SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  )
  const later = { ...request, at: new Date('2015-08-30T12:36:01Z') }
  expect(signedHeaders(later, published).authorization, 'control').not.toContain('5da7c1a2')
})

test('a checksum is the one of RFC 3720, B.4', () => {
  expect(crc32c(Buffer.from('123456789'))).toBe(`${0xe3069283}`)
  expect(crc32c(Buffer.alloc(32))).toBe(`${0x8a9136aa}`)
  expect(crc32c(Buffer.alloc(32, 0xff))).toBe(`${0x62a8ab43}`)
})
