import { createHash, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { ProviderApi, Received, Reply, RequestContext } from './provider-api.ts'
import type { SimulatorKey } from './state.ts'

/** Like a careless provider, repeats what it was sent: none of it may appear in Strongroom's output. */
const refuse = (code: number, text: string, { headers }: Received): Reply => ({
  status: 401,
  body: { message: `${text} (${headers['x-api-key']} ${headers.authorization})`, code },
})

const Claims = z.object({
  uri: z.string(),
  nonce: z.union([z.string().min(1), z.number()]),
  iat: z.int(),
  exp: z.int(),
  sub: z.string(),
  bodyHash: z.string(),
})
const Head = z.object({ alg: z.literal('RS256') })

const bearer = (headers: IncomingHttpHeaders): string | undefined =>
  /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(headers.authorization ?? '')?.[1]

const openPart = (part: string | undefined): unknown => {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

// With a callback, Node computes it on its thread pool.
const verifyInPool = promisify(verify)

const isSigned = async (jwt: string, publicKey: string): Promise<boolean> => {
  const dot = jwt.lastIndexOf('.')
  const mark = Buffer.from(jwt.slice(dot + 1), 'base64url')
  return await verifyInPool('sha256', Buffer.from(jwt.slice(0, dot)), publicKey, mark)
}

const toleranceSeconds = 2

/**
 * The signing guide asks for less than 30 s, but the vendor's SDKs sign 55 s and its article on code -10 asks for 55
 * (https://support.fireblocks.io/hc/en-us/articles/8927972341020). They read the clock twice, so 56 s occur.
 */
const longestLifetimeSeconds = 56

const checkTime = (claims: z.infer<typeof Claims>, received: Received, nowMs: number): Reply | null => {
  const now = nowMs / 1000
  if (claims.iat > now + toleranceSeconds)
    return refuse(-12, 'The request is with a future issuance timestamp (iat).', received)
  if (claims.exp <= now) return refuse(-10, 'The request has expired.', received)
  if (claims.exp > claims.iat + longestLifetimeSeconds)
    return refuse(-7, 'Unauthorized: Token was not accepted.', received)
  return null
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

/** `fireblocks-sdk` signs the two characters `""` where a request has no body. */
const isHashOf = (hash: string, body: Buffer): boolean =>
  hash === sha256(body) || (body.length === 0 && hash === sha256('""'))

const checkClaims = (
  claims: z.infer<typeof Claims>,
  received: Received,
  { nowMs, isFresh }: RequestContext,
): Reply | null => {
  if (claims.sub !== received.headers['x-api-key']) return refuse(-6, 'Wrong user in the JWT', received)
  if (claims.uri !== received.url) return refuse(-4, 'Wrong URL in the JWT', received)
  const late = checkTime(claims, received, nowMs)
  if (late) return late
  const isNew = isFresh(`${claims.sub} ${claims.nonce}`, claims.exp * 1000)
  return isNew && isHashOf(claims.bodyHash, received.body)
    ? null
    : refuse(-7, 'Unauthorized: Token was not accepted.', received)
}

const verifyRequest = async (received: Received, key: SimulatorKey, context: RequestContext): Promise<Reply | null> => {
  const jwt = bearer(received.headers)
  if (!jwt) return refuse(-3, 'Missing JWT', received)
  const [head, payload] = jwt.split('.')
  const claims = Claims.safeParse(openPart(payload))
  if (!claims.success || !Head.safeParse(openPart(head)).success)
    return refuse(-5, 'Unauthorized: Invalid token format', received)
  if (key.provider !== 'fireblocks' || !(await isSigned(jwt, key.publicKey)))
    return refuse(-1, 'invalid signature', received)
  return checkClaims(claims.data, received, context)
}

const notFound: Reply = { status: 404, body: { message: 'Not found', code: 1004 } }

const pages: Readonly<Record<string, (account: string) => unknown>> = {
  '/v1/vault/accounts_paged': () => ({
    accounts: [{ id: '0', name: 'Default', hiddenOnUI: false, autoFuel: false, assets: [] }],
    paging: {},
  }),
  '/v1/workspace': (account) => ({ id: account, name: 'Drill workspace' }),
}

const coded = (code: number, text: string) => (received: Received) => refuse(code, text, received)

/** Fireblocks, as https://developers.fireblocks.com describes signing, errors and the two reads of a probe. */
export const fireblocksApi: ProviderApi = {
  provider: 'fireblocks',
  prefix: '/v1/',
  apiKeyOf: (headers) => String(headers['x-api-key'] ?? ''),
  verify: verifyRequest,
  serve: ({ url, method }, account) => {
    const page = method === 'GET' ? pages[url.split('?')[0] ?? ''] : undefined
    return page ? { status: 200, body: page(account) } : notFound
  },
  refusals: {
    'wrong-signature': coded(-1, 'invalid signature'),
    'unknown-key': coded(-7, 'Unauthorized: Token was not accepted.'),
    'expired-certificate': coded(-5, 'Unauthorized: Invalid token format'),
    'no-permission': coded(-8, 'Insufficient permissions'),
    'ip-refused': (received) => ({ ...refuse(-8, 'IP address is not allow-listed', received), status: 403 }),
    'error-in-200': (received) => ({ ...refuse(-1, 'invalid signature', received), status: 200 }),
  },
}
