import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bodyHash, fireblocks } from '../../server/providers/fireblocks.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'

const run = promisify(execFile)
const path = '/v1/vault/accounts_paged?limit=1'
const nowMs = 1_700_000_000_999

const decode = (part = ''): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))

/** A second implementation: what the openssl command says of the token's signature. */
const opensslVerifies = async (jwt: string, publicKey: string): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-jwt-'))
  const [head, claims, mark] = jwt.split('.')
  const files = { key: publicKey, mark: Buffer.from(mark ?? '', 'base64url'), text: `${head}.${claims}` }
  await Promise.all(Object.entries(files).map(([name, data]) => writeFile(join(folder, name), data)))
  const args = ['dgst', '-sha256', '-verify', 'key', '-signature', 'mark', 'text']
  return run('openssl', args, { cwd: folder })
    .then(
      ({ stdout }) => stdout.includes('Verified OK'),
      () => false,
    )
    .finally(() => rm(folder, { recursive: true }))
}

const signOnce = async () => {
  const { credentials, key } = await issueCredentials('fireblocks')
  const { headers } = await fireblocks.sign(credentials, path, nowMs)
  const publicKey = key.provider === 'fireblocks' ? key.publicKey : ''
  return { credentials, headers, publicKey, jwt: (headers.authorization ?? '').replace('Bearer ', '') }
}

test('the body hash is the one that Fireblocks publishes for an empty body and for {"key":"value"}', () => {
  expect(bodyHash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(bodyHash('{"key":"value"}')).toBe('e43abcf3375244839c012f9633f95862d232a95b00d5bc7348b3098b9fed7f32')
})

test('the token has exactly the documented claims', async () => {
  const { credentials, headers, jwt } = await signOnce()
  const [head, claims] = jwt.split('.')
  expect(decode(head)).toEqual({ alg: 'RS256', typ: 'JWT' })
  expect(decode(claims)).toEqual({
    uri: path,
    nonce: expect.stringMatching(/^[0-9a-f-]{36}$/),
    iat: 1_700_000_000,
    exp: 1_700_000_025,
    sub: credentials.apiKey,
    bodyHash: bodyHash(''),
  })
  expect(headers['x-api-key']).toBe(credentials.apiKey)
})

test('no nonce is used twice', async () => {
  const { credentials } = await issueCredentials('fireblocks')
  const nonces: string[] = []
  for (let count = 0; count < 5; count += 1) {
    const { headers } = await fireblocks.sign(credentials, path, nowMs)
    nonces.push((decode(headers.authorization?.split('.')[1]) as { nonce: string }).nonce)
  }
  expect(new Set(nonces).size).toBe(5)
})

test('openssl verifies the token with the public key, and with no other', async () => {
  const { jwt, publicKey } = await signOnce()
  const other = await signOnce()
  expect(await opensslVerifies(jwt, publicKey)).toBe(true)
  expect(await opensslVerifies(jwt, other.publicKey)).toBe(false)
})
