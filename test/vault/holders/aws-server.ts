import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Body = Record<string, unknown>
type State = 'Enabled' | 'Disabled' | 'PendingDeletion'
export type AwsFault = 'hang' | 'hang-up' | 'ThrottlingException' | 'KMSInternalException' | null

/** AWS KMS for one key, as documented; each signature is computed again from the request as it arrived. */
export type AwsServer = {
  readonly url: string
  readonly arn: string
  readonly credentials: { readonly accessKeyId: string; readonly secret: string; readonly token: string }
  fail(how: AwsFault): void
  setState(state: State): void
  delete(): void
  recreate(): void
  /** Seconds that its clock is ahead. */
  setClock(seconds: number): void
  forbid(isForbidden: boolean): void
  close(): Promise<void>
}

class Refusal extends Error {
  readonly type: string
  constructor(type: string, message = type) {
    super(message)
    this.type = type
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const chain = (secret: string, parts: readonly string[]) =>
  parts.reduce<Buffer>((key, part) => createHmac('sha256', key).update(part).digest(), Buffer.from(`AWS4${secret}`))

/** Written from the published algorithm, apart from the product's own. */
function assertSigned(
  request: IncomingMessage,
  body: string,
  { accessKeyId, secret, token }: AwsServer['credentials'],
) {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/([a-z0-9-]+)\/kms\/aws4_request), SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/
  const [, id, scope = '', , names = '', signature] = form.exec(request.headers.authorization ?? '') ?? []
  if (id !== accessKeyId) throw new Refusal('UnrecognizedClientException')
  if (request.headers['x-amz-security-token'] !== token) throw new Refusal('UnrecognizedClientException')
  for (const needed of ['host', 'x-amz-date', 'x-amz-target', 'x-amz-security-token', 'content-type'])
    if (!names.split(';').includes(needed)) throw new Refusal('IncompleteSignature')
  const lines = names.split(';').map((name) => `${name}:${request.headers[name]}\n`)
  const canonical = `${request.method}\n${request.url}\n\n${lines.join('')}\n${names}\n${sha256(body)}`
  const text = `AWS4-HMAC-SHA256\n${request.headers['x-amz-date']}\n${scope}\n${sha256(canonical)}`
  const expected = createHmac('sha256', chain(secret, scope.split('/')))
    .update(text)
    .digest('hex')
  if (signature !== expected) throw new Refusal('InvalidSignatureException', 'The request signature does not match')
}

function assertTimely(request: IncomingMessage, clock: number): void {
  const [, y, mo, d, h, mi, s] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(`${request.headers['x-amz-date']}`) ?? []
  const at = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`)
  if (Math.abs(at - clock) > 300_000)
    throw new Refusal('InvalidSignatureException', `Signature expired: ${at} is now earlier than ${clock}`)
}

const contextOf = ({ EncryptionContext }: Body) =>
  Buffer.from(JSON.stringify(Object.entries((EncryptionContext ?? {}) as object).sort()))

function createAwsKey(arn: string) {
  let key = randomBytes(32)
  let state: State = 'Enabled'
  let isThere = true
  const assertUsable = ({ KeyId }: Body) => {
    if (!isThere || KeyId !== arn) throw new Refusal('NotFoundException')
    if (state === 'Disabled') throw new Refusal('DisabledException')
    if (state === 'PendingDeletion') throw new Refusal('KMSInvalidStateException')
  }
  const operations: Record<string, (body: Body) => Body> = {
    'TrentService.DescribeKey': (body) => {
      if (!isThere || body.KeyId !== arn) throw new Refusal('NotFoundException')
      return { KeyMetadata: { Arn: arn, KeyState: state } }
    },
    'TrentService.Encrypt': (body) => {
      assertUsable(body)
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(contextOf(body))
      const bytes = [cipher.update(Buffer.from(`${body.Plaintext}`, 'base64')), cipher.final(), cipher.getAuthTag()]
      return { CiphertextBlob: Buffer.concat([nonce, ...bytes]).toString('base64'), KeyId: arn }
    },
    'TrentService.Decrypt': (body) => {
      assertUsable(body)
      const blob = Buffer.from(`${body.CiphertextBlob}`, 'base64')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(0, 12), { authTagLength: 16 })
        decipher.setAAD(contextOf(body)).setAuthTag(blob.subarray(-16))
        const plain = Buffer.concat([decipher.update(blob.subarray(12, -16)), decipher.final()])
        return { Plaintext: plain.toString('base64'), KeyId: arn }
      } catch {
        throw new Refusal('InvalidCiphertextException')
      }
    },
  }
  return {
    operations,
    setState: (next: State) => {
      state = next
    },
    delete: () => {
      isThere = false
    },
    recreate: () => {
      key = randomBytes(32)
    },
  }
}

export async function startAwsServer(): Promise<AwsServer> {
  const arn = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'
  const credentials = { accessKeyId: 'AKIAEXAMPLE', secret: randomBytes(20).toString('hex'), token: 'session/token==' }
  const { operations, ...controls } = createAwsKey(arn)
  let fault: AwsFault = null
  let ahead = 0
  let isForbidden = false
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    if (fault === 'hang') return
    if (fault === 'hang-up') return void request.socket.destroy()
    const send = (status: number, value: Body) => response.writeHead(status).end(JSON.stringify(value))
    try {
      if (fault) throw new Refusal(fault)
      assertTimely(request, Date.now() + ahead * 1_000)
      assertSigned(request, body, credentials)
      if (isForbidden) throw new Refusal('AccessDeniedException')
      const operation = operations[`${request.headers['x-amz-target']}`]
      if (!operation) throw new Refusal('UnknownOperationException')
      send(200, operation(JSON.parse(body)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      send(error.type === 'KMSInternalException' ? 500 : 400, { __type: error.type, message: error.message })
    }
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...controls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arn,
    credentials,
    fail: (how) => {
      fault = how
    },
    setClock: (seconds) => {
      ahead = seconds
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
