import { createCipheriv, createDecipheriv, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Body = Record<string, unknown>
export type GoogleFault = 'hang' | 'hang-up' | 'RESOURCE_EXHAUSTED' | 'UNAVAILABLE' | 'changed-answer' | null

/** Cloud KMS for one key, and the server of its tokens, as documented; tokens, signatures and checksums are verified. */
export type GoogleServer = {
  readonly url: string
  readonly key: string
  /** The file that Google gives for a service account. */
  readonly account: Readonly<Record<string, string>>
  fail(how: GoogleFault): void
  forbid(isForbidden: boolean): void
  disable(isDisabled: boolean): void
  /** Seconds that its clock is ahead. */
  setClock(seconds: number): void
  addVersion(): void
  delete(): void
  recreate(): void
  close(): Promise<void>
}

class Refusal extends Error {
  readonly code: number
  constructor(code: number, status: string) {
    super(status)
    this.code = code
  }
}

const bytesOf = (value: unknown) => Buffer.from(`${value ?? ''}`, 'base64')

/** Bit by bit, apart from the product's own. */
function checksum(bytes: Uint8Array): string {
  let rest = 0xffffffffn
  for (const byte of bytes) {
    rest ^= BigInt(byte)
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >> 1n) ^ (rest & 1n ? 0x82f63b78n : 0n)
  }
  return `${rest ^ 0xffffffffn}`
}

function assertChecked(body: Body, member: string): Buffer {
  const bytes = bytesOf(body[member])
  if (body[`${member}Crc32c`] !== checksum(bytes)) throw new Refusal(400, 'INVALID_ARGUMENT')
  return bytes
}

function createGoogleKey(name: string) {
  let versions = [randomBytes(32)]
  let isThere = true
  let isDisabled = false
  const assertUsable = () => {
    if (!isThere) throw new Refusal(404, 'NOT_FOUND')
    if (isDisabled) throw new Refusal(400, 'FAILED_PRECONDITION')
  }
  const encrypt = (version: number, body: Body): Body => {
    assertUsable()
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', versions[version - 1] as Buffer, nonce)
    cipher.setAAD(assertChecked(body, 'additionalAuthenticatedData'))
    const sealed = [cipher.update(assertChecked(body, 'plaintext')), cipher.final(), cipher.getAuthTag()]
    const bytes = Buffer.concat([Buffer.from([version]), nonce, ...sealed])
    return {
      name: `${name}/cryptoKeyVersions/${version}`,
      ciphertext: bytes.toString('base64'),
      ciphertextCrc32c: checksum(bytes),
      verifiedPlaintextCrc32c: true,
      verifiedAdditionalAuthenticatedDataCrc32c: true,
    }
  }
  const decrypt = (body: Body): Body => {
    assertUsable()
    const bytes = assertChecked(body, 'ciphertext')
    const key = versions[(bytes[0] ?? 0) - 1]
    try {
      const decipher = createDecipheriv('aes-256-gcm', key as Buffer, bytes.subarray(1, 13), { authTagLength: 16 })
      decipher.setAAD(assertChecked(body, 'additionalAuthenticatedData')).setAuthTag(bytes.subarray(-16))
      const plain = Buffer.concat([decipher.update(bytes.subarray(13, -16)), decipher.final()])
      return { plaintext: plain.toString('base64'), plaintextCrc32c: checksum(plain) }
    } catch {
      throw new Refusal(400, 'INVALID_ARGUMENT')
    }
  }
  return {
    answer(method: string, path: string, body: Body): Body {
      const version = new RegExp(`^${name}/cryptoKeyVersions/(\\d+):encrypt$`).exec(path)?.[1]
      if (version !== undefined) return encrypt(Number(version), body)
      if (path === `${name}:decrypt`) return decrypt(body)
      if (method !== 'GET' || path !== name || !isThere) throw new Refusal(404, 'NOT_FOUND')
      return { name, primary: { name: `${name}/cryptoKeyVersions/${versions.length}`, state: 'ENABLED' } }
    },
    controls: {
      disable: (next: boolean) => {
        isDisabled = next
      },
      addVersion: () => void versions.push(randomBytes(32)),
      delete: () => {
        isThere = false
      },
      recreate: () => {
        versions = [randomBytes(32)]
      },
    },
  }
}

type Grant = { readonly publicKey: string; readonly audience: string; readonly now: number }

/** Verifies the signed request for a token. */
function assertGranted(form: URLSearchParams, { publicKey, audience, now }: Grant): void {
  const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const isSigned = createVerify('sha256').update(`${header}.${claims}`).verify(publicKey, signature, 'base64url')
  const { iss, aud, scope, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  if (!isSigned || iss !== email || aud !== audience) throw new Refusal(400, 'invalid_grant')
  if (scope !== 'https://www.googleapis.com/auth/cloudkms') throw new Refusal(400, 'invalid_scope')
  if (iat > now + 300 || exp < now || exp - iat > 3_600) throw new Refusal(400, late)
}

const email = 'desk@example.iam.gserviceaccount.com'

/** The service account and the tokens that were granted to it. */
function createTokens() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const tokens = new Set<string>()
  let ahead = 0
  return {
    privateKey,
    setClock: (seconds: number) => {
      ahead = seconds
    },
    assertValid(authorization = '') {
      const [, token = ''] = /^Bearer (\w+)$/.exec(authorization) ?? []
      if (!tokens.has(token)) throw new Refusal(401, 'UNAUTHENTICATED')
    },
    grant(form: URLSearchParams, audience: string): Body {
      assertGranted(form, { publicKey, audience, now: Math.floor(Date.now() / 1_000) + ahead })
      const token = randomBytes(12).toString('hex')
      tokens.add(token)
      // So short that each question needs a new one.
      return { access_token: token, expires_in: 60, token_type: 'Bearer' }
    },
  }
}

const late = 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.'

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const key = 'projects/desk/locations/europe-west3/keyRings/ring/cryptoKeys/strongroom'

export async function startGoogleServer(): Promise<GoogleServer> {
  const { answer, controls } = createGoogleKey(key)
  const { privateKey, setClock, assertValid, grant } = createTokens()
  let fault: GoogleFault = null
  let isForbidden = false
  const answerTo = ({ url: path, method, headers }: IncomingMessage, text: string): Body => {
    if (fault === 'RESOURCE_EXHAUSTED') throw new Refusal(429, fault)
    if (fault === 'UNAVAILABLE') throw new Refusal(503, fault)
    if (path === '/token') return grant(new URLSearchParams(text), `${url}/token`)
    assertValid(headers.authorization)
    if (isForbidden) throw new Refusal(403, 'PERMISSION_DENIED')
    const value = answer(`${method}`, `${path}`.replace('/v1/', ''), text ? JSON.parse(text) : {})
    return fault === 'changed-answer' ? { ...value, plaintextCrc32c: '1', ciphertextCrc32c: '1' } : value
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const text = await bodyOf(request)
    if (fault === 'hang') return
    if (fault === 'hang-up') return void request.socket.destroy()
    const send = (status: number, value: Body) => response.writeHead(status).end(JSON.stringify(value))
    try {
      send(200, answerTo(request, text))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, message } = error
      if (request.url === '/token') send(code, { error: 'invalid_grant', error_description: message })
      else send(code, { error: { code, status: message, message } })
    }
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...controls,
    url,
    key,
    account: { client_email: email, private_key: privateKey, private_key_id: 'one', token_uri: `${url}/token` },
    setClock,
    fail: (how) => {
      fault = how
    },
    forbid: (next) => {
      isForbidden = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
