import { readFileSync } from 'node:fs'
import * as oidc from 'openid-client'
import { signInPaths } from '../../shared/sign-in.ts'
import type { SignInSettings } from './settings.ts'

/** Whom the identity provider vouches for. */
export type Person = {
  readonly subject: string
  /** What they are called there; the subject where it says nothing else. */
  readonly name: string
  readonly groups: readonly string[]
  /** How they signed in there (`acr`), and when (`auth_time`, epoch milliseconds), as far as it says so. */
  readonly acr: string | null
  readonly authenticatedAt: number | null
  /** Its session there (`sid`), which a logout may name. */
  readonly providerSession: string | null
}

/** The provider did not answer, answered something else than it should, or refused. */
export class ProviderError extends Error {
  /**
   * `unavailable`: the same may succeed later; `pending`: the person has not finished; `refused`: it never will;
   * `untrusted`: the provider's own answer is not what it has to be.
   */
  readonly kind: 'unavailable' | 'pending' | 'slow-down' | 'refused' | 'untrusted'

  constructor(kind: ProviderError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** What binds the answer of the provider to the sign-in that asked for it. */
export type Binding = { readonly state: string; readonly nonce: string; readonly verifier: string }

export type DeviceCode = {
  readonly deviceCode: string
  readonly userCode: string
  readonly url: string
  readonly expiresInSeconds: number
  readonly pollSeconds: number
}

/** The institution's identity provider; everything it says is verified. Rejects with a `ProviderError`. */
export type IdentityProviderClient = {
  authorizationUrl(binding: Binding): Promise<string>
  /** Exchanges the code in the URL that the browser was sent back to. */
  personAt(callback: URL, binding: Binding): Promise<Person>
  beginDevice(): Promise<DeviceCode>
  /** Whether the person finished; asks once. */
  personWith(deviceCode: string): Promise<Person>
  /** null where the provider has no such page. */
  endSessionUrl(): Promise<string | null>
}

/** Seconds. */
const timeout = 10
export const toleratedSkew = 60

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

export function createIdentityProvider(settings: SignInSettings): IdentityProviderClient {
  const redirectUri = new URL(signInPaths.callback, settings.publicUrl).href

  return {
    authorizationUrl: ({ state, nonce, verifier }) =>
      explained(async () => {
        const parameters = {
          redirect_uri: redirectUri,
          scope: settings.scopes,
          ...strengthOf(settings),
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
        }
        return oidc.buildAuthorizationUrl(await discover(settings), parameters).href
      }),
    personAt: (callback, { state, nonce, verifier }) =>
      explained(async () => {
        const config = await discover(settings)
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
        return personOf(await oidc.authorizationCodeGrant(config, callback, checks), { config, settings })
      }),
    beginDevice: () =>
      explained(async () => {
        const parameters = { scope: settings.scopes, ...strengthOf(settings) }
        const begun = await oidc.initiateDeviceAuthorization(await discover(settings), parameters)
        return {
          deviceCode: begun.device_code,
          userCode: begun.user_code,
          url: begun.verification_uri_complete ?? begun.verification_uri,
          expiresInSeconds: begun.expires_in,
          pollSeconds: begun.interval ?? 5,
        }
      }),
    personWith: (deviceCode) =>
      explained(async () => {
        const config = await discover(settings)
        const tokens = await oidc.genericGrantRequest(config, deviceGrant, { device_code: deviceCode })
        return personOf(tokens, { config, settings })
      }),
    endSessionUrl: () =>
      explained(async () => {
        const config = await discover(settings)
        return config.serverMetadata().end_session_endpoint ? oidc.buildEndSessionUrl(config).href : null
      }),
  }
}

/** What the provider is asked for; what it says then is judged. */
const strengthOf = ({ acrValues, maxAge }: SignInSettings): Record<string, string> => ({
  ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
  ...(maxAge !== null && { max_age: `${Math.floor(maxAge / 1_000)}` }),
})

type Read = { readonly config: oidc.Configuration; readonly settings: SignInSettings }

async function personOf(
  tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
  { config, settings: { groupsClaim } }: Read,
): Promise<Person> {
  const claims = tokens.claims()
  if (!claims) throw new ProviderError('untrusted', 'the identity provider sent no ID token')
  const { userinfo_endpoint: moreAt } = config.serverMetadata()
  // Many providers have groups there alone.
  const isWhole = Object.hasOwn(claims, groupsClaim) || !moreAt
  const more = isWhole ? {} : await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
  if (!isSubject(claims.sub)) throw new ProviderError('untrusted', 'the subject of the ID token is not valid')
  const all: Readonly<Record<string, unknown>> = { ...more, ...claims }
  return {
    subject: claims.sub,
    name: nameIn(all),
    groups: groupsIn(all[groupsClaim]),
    acr: typeof claims.acr === 'string' ? claims.acr : null,
    authenticatedAt: typeof claims.auth_time === 'number' ? claims.auth_time * 1_000 : null,
    providerSession: typeof claims.sid === 'string' ? claims.sid : null,
  }
}

/** Reads what the provider publishes, its keys too, for each use: sign-ins are rare, and a new key counts at once. */
async function discover(settings: SignInSettings): Promise<oidc.Configuration> {
  const { issuer, clientId } = settings
  const secret = secretOf(settings)
  const config = await oidc.discovery(
    issuer,
    clientId,
    { [oidc.clockTolerance]: toleratedSkew },
    secret === null ? oidc.None() : oidc.ClientSecretBasic(secret),
    // Only a provider on this machine may have no TLS: see the options of `serve`.
    { timeout, execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [] },
  )
  oidc.enableNonRepudiationChecks(config)
  return config
}

/** What the provider publishes of itself for those who verify what it issued. */
export const readPublished = (issuer: URL): Promise<{ readonly issuer: string; readonly keysUrl: URL }> =>
  explained(async () => {
    const execute = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
    // The client is of no account for what is published.
    const config = await oidc.discovery(issuer, 'strongroom', undefined, oidc.None(), { timeout, execute })
    const { issuer: name, jwks_uri: keys } = config.serverMetadata()
    return { issuer: name, keysUrl: new URL(keys ?? '') }
  })

const secretOf = ({ clientSecretFile }: SignInSettings): string | null =>
  clientSecretFile === null ? null : readFileSync(clientSecretFile, 'utf8').trim()

/** Error codes are words; another text may be made up for the person who reads it. */
const wordIn = (code: string): string => (/^[a-z_]{1,60}$/.test(code) ? code : 'an unknown error')

const longestName = 200

/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. */
export const isSubject = (text: string): boolean => /^[\x20-\x7e]{1,255}$/.test(text)

/** Error codes of the provider after which the same may succeed; a browser can make up any other one. */
const passing: ReadonlyMap<string, ProviderError['kind']> = new Map([
  ['authorization_pending', 'pending'],
  ['slow_down', 'slow-down'],
  ['temporarily_unavailable', 'unavailable'],
  ['server_error', 'unavailable'],
])

/** Rejects with a `ProviderError` alone. */
async function explained<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw providerErrorOf(error)
  }
}

function providerErrorOf(error: unknown): ProviderError {
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError)
    return new ProviderError(
      passing.get(error.error) ?? 'refused',
      `the identity provider answered ${wordIn(error.error)}`,
    )
  const { code, message } = error as { code?: string; message: string }
  const kind = error instanceof oidc.ClientError ? kindOf.get(code ?? '') : undefined
  const reason = `${message}${code ? ` (${code})` : ''}`
  return kind ? new ProviderError(kind, `its answer is not valid: ${reason}`) : new ProviderError('unavailable', reason)
}

/** Answers that were read. The first one may be made up by the browser; the others are the provider's own. */
const kindOf: ReadonlyMap<string, ProviderError['kind']> = new Map([
  ['OAUTH_INVALID_RESPONSE', 'refused'],
  ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'untrusted'],
  ['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'untrusted'],
  ['OAUTH_KEY_SELECTION_FAILED', 'untrusted'],
  ['OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED', 'untrusted'],
])

const nameIn = ({ preferred_username, email, sub }: Readonly<Record<string, unknown>>): string =>
  String([preferred_username, email, sub].find((name) => typeof name === 'string' && name !== '')).slice(0, longestName)

function groupsIn(claim: unknown): readonly string[] {
  const all = Array.isArray(claim) ? claim : [claim]
  return all.filter((group) => typeof group === 'string')
}
