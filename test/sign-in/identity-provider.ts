import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { type Configuration, Provider } from 'oidc-provider'

/** Who there is at the provider, and in which groups. */
export const people: Record<string, { readonly groups: readonly string[]; readonly name?: string }> = {
  erin: { groups: ['custody-admins'], name: 'erin@example.com' },
  frank: { groups: ['desk-one', 'all-staff'] },
  gina: { groups: ['all-staff'] },
  strongroom: { groups: ['custody-admins'] },
}

export const clientId = 'strongroom'
export const clientSecret = 'secret-of-the-client-at-the-provider'
export const audience = 'https://strongroom.example.com'

/** The real `oidc-provider` over loopback, with a key that can be replaced. */
export type TestProvider = AsyncDisposable & {
  readonly issuer: URL
  /** From now on signs with another key, and publishes that one alone. */
  rotateKey(): Promise<void>
  /** Signs claims with its key. */
  sign(claims: JWTPayload): Promise<string>
  /** Answers nothing but 503, until it is up again. */
  isDown: boolean
  /** Changes the ID tokens that it issues, before they are signed with its key. */
  change: ((claims: JWTPayload) => JWTPayload) | null
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: crypto.randomUUID() }
}

type Settings = { readonly publicUrl: () => string; readonly overrides?: Configuration }

export async function startProvider({ publicUrl, overrides = {} }: Settings): Promise<TestProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let key = await newKey()
  let handle = handlerOf()

  function handlerOf() {
    const provider = new Provider(issuer, { ...configurationOf(publicUrl(), [key]), ...overrides })
    return provider.callback()
  }

  server.on('request', (request, response) => {
    if (test.isDown) return void response.writeHead(503).end()
    if (request.url === '/token' && test.change)
      changeIdToken(response, (claims) => test.change?.(claims) ?? claims, key)
    handle(request, response)
  })
  const test: TestProvider = {
    issuer: new URL(issuer),
    rotateKey: async () => {
      key = await newKey()
      handle = handlerOf()
    },
    sign: (claims) => signed(claims, key),
    isDown: false,
    change: null,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return test
}

type Change = (claims: JWTPayload) => JWTPayload

const signed = async (claims: JWTPayload, key: JWK): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '' }).sign(await importJWK(key, 'RS256'))

/** Signs the ID token of an answer again, with other claims. */
function changeIdToken(response: ServerResponse, change: Change, key: JWK): void {
  const end = response.end.bind(response)
  const answer = async (text: string) => {
    const body = JSON.parse(text)
    const id_token = await signed(change(decodeJwt(body.id_token)), key)
    const changed = JSON.stringify({ ...body, id_token })
    response.setHeader('content-length', Buffer.byteLength(changed))
    end(changed)
  }
  response.end = ((text: string | Buffer) => {
    void answer(String(text))
    return response
  }) as typeof response.end
}

const clientsOf = (publicUrl: string): Configuration['clients'] => [
  {
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: [`${publicUrl}/auth/callback`],
    grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
    response_types: ['code'],
    backchannel_logout_uri: `${publicUrl}/auth/backchannel_logout`,
    backchannel_logout_session_required: true,
  },
  {
    client_id: 'night-batch',
    client_secret: 'secret-of-the-batch',
    redirect_uris: [],
    grant_types: ['client_credentials'],
    response_types: [],
  },
]

const configurationOf = (publicUrl: string, keys: JWK[]): Configuration => ({
  jwks: { keys: keys as never },
  clients: clientsOf(publicUrl),
  cookies: { keys: ['key of the cookies'] },
  claims: { openid: ['sub'], profile: ['preferred_username', 'groups'] },
  findAccount: (_context, sub) => ({
    accountId: sub,
    claims: async () => ({ sub, groups: people[sub]?.groups, preferred_username: people[sub]?.name ?? sub }) as never,
  }),
  // Its own dispatcher refuses servers on this machine.
  fetch: (url, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown } = {}) => fetch(url, options),
  // Asks for no consent.
  loadExistingGrant: async ({ oidc }) => {
    const { client, session, provider } = oidc
    const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
    grant.addOIDCScope('openid profile email')
    await grant.save()
    return grant
  },
  // Stated, since the provider warns where it has to choose.
  ttl: {
    Interaction: 600,
    Grant: 600,
    Session: 600,
    AccessToken: 600,
    IdToken: 600,
    DeviceCode: 600,
    ClientCredentials: 300,
  },
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: true },
    deviceFlow: { enabled: true },
    clientCredentials: { enabled: true },
    rpInitiatedLogout: { enabled: true },
    backchannelLogout: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => audience,
      getResourceServerInfo: async (_context, resource) => ({
        scope: '',
        audience: resource,
        accessTokenFormat: 'jwt',
        accessTokenTTL: 300,
        jwt: { sign: { alg: 'RS256' } },
      }),
      useGrantedResource: () => false,
    },
  },
})
