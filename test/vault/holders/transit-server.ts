import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the server is made to do next, instead of answering. */
export type Fault = 'hang' | 'hang-up' | 'busy' | 'sealed' | null

type Body = Record<string, unknown>

/** The transit engine of Vault, as documented, for one key: versions, minimum versions, associated data, token renewal. */
export type TransitServer = {
  readonly url: string
  readonly token: string
  /** Tokens that are valid. */
  readonly tokens: Set<string>
  readonly asked: { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: Body }[]
  fail(how: Fault): void
  forbidBelow(version: number): void
  rotate(): void
  /** Deletes the key and makes another one of the same name. */
  recreate(): void
  delete(): void
  close(): Promise<void>
}

const readBody = async (request: IncomingMessage): Promise<Body> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return text ? (JSON.parse(text) as Body) : {}
}

class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const bytesOf = (value: unknown) => Buffer.from(`${value ?? ''}`, 'base64')

function encrypt(key: Buffer, { plaintext, associated_data }: Body): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bytesOf(associated_data))
  const bytes = [nonce, cipher.update(bytesOf(plaintext)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(bytes).toString('base64')
}

function decrypt(key: Buffer, ciphertext: Buffer, { associated_data }: Body): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, ciphertext.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(bytesOf(associated_data)).setAuthTag(ciphertext.subarray(-16))
    return Buffer.concat([decipher.update(ciphertext.subarray(12, -16)), decipher.final()]).toString('base64')
  } catch {
    throw new Refusal(400, 'cipher: message authentication failed')
  }
}

/** One key named `desk`. */
function createTransitKeys() {
  let keys: Buffer[] | null = [randomBytes(32)]
  let minimum = 1
  const keyOf = (version: number): Buffer => {
    if (!keys) throw new Refusal(400, 'encryption key not found')
    if (version < minimum) throw new Refusal(400, 'ciphertext or signature version is disallowed by policy (too old)')
    const key = keys[version - 1]
    if (!key) throw new Refusal(400, 'invalid ciphertext: version is too new')
    return key
  }
  const operations: Record<string, (body: Body) => unknown> = {
    'GET /v1/transit/keys/desk': () => {
      if (!keys) throw new Refusal(404, 'no handler for route')
      return { latest_version: keys.length, min_decryption_version: minimum, type: 'aes256-gcm96' }
    },
    'POST /v1/transit/encrypt/desk': (body) => {
      const version = Number(body.key_version ?? keys?.length)
      return { ciphertext: `vault:v${version}:${encrypt(keyOf(version), body)}`, key_version: version }
    },
    'POST /v1/transit/decrypt/desk': (body) => {
      const [, version, text] = /^vault:v(\d+):(.+)$/.exec(`${body.ciphertext}`) ?? []
      if (!version || !text) throw new Refusal(400, 'invalid ciphertext: no prefix')
      return { plaintext: decrypt(keyOf(Number(version)), Buffer.from(text, 'base64'), body) }
    },
  }
  return {
    operations,
    forbidBelow: (version: number) => {
      minimum = version
    },
    rotate: () => void keys?.push(randomBytes(32)),
    recreate: () => {
      keys = [randomBytes(32)]
    },
    delete: () => {
      keys = null
    },
  }
}

export async function startTransitServer(): Promise<TransitServer> {
  const token = randomBytes(12).toString('hex')
  const tokens = new Set([token])
  const asked: TransitServer['asked'] = []
  let fault: Fault = null
  const { operations, ...controls } = createTransitKeys()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request)
    asked.push({ path: `${request.url}`, headers: request.headers, body })
    if (fault === 'hang') return
    if (fault === 'hang-up') return void request.socket.destroy()
    const send = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value))
    if (fault === 'busy') return send(429, { errors: ['rate limit quota exceeded'] })
    if (fault === 'sealed') return send(503, { errors: ['Vault is sealed'] })
    if (!tokens.has(`${request.headers['x-vault-token']}`)) return send(403, { errors: ['permission denied'] })
    if (request.url === '/v1/auth/token/renew-self') return send(200, { auth: { lease_duration: 3_600 } })
    try {
      const data = operations[`${request.method} ${request.url}`]?.(body)
      return data ? send(200, { data }) : send(404, { errors: [] })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return send(error.status, { errors: [error.message] })
    }
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...controls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    tokens,
    asked,
    fail: (how) => {
      fault = how
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
