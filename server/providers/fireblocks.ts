import { createHash, createPublicKey, type KeyObject, randomUUID, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { looksLikePrivateKey, providers } from '../../shared/providers.ts'
import { bodyAs, clockIsOff, listWith, refusalByStatus, unexpectedBody } from './classify.ts'
import type { Answer, LocalFault, PlainCredentials, ProbeFinding, Provider, Refusal } from './provider.ts'
import { type RsaKeyFault, readRsaPrivateKey } from './rsa-private-key.ts'

/** Hex SHA-256 of the raw request body, for the token's claim of that name. */
export const bodyHash = (body: string): string => createHash('sha256').update(body).digest('hex')

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

const lifetimeSeconds = 25 // Fireblocks, "Signing a request": exp must be less than iat + 30 s

// With a callback, Node computes them on its thread pool.
const signInPool = promisify(sign)
const verifyInPool = promisify(verify)

/** The RS256 signature; throws if the public half of the key does not verify it, as with a damaged key. */
const signature = async (text: string, key: KeyObject): Promise<string> => {
  const data = Buffer.from(text)
  const signed = await signInPool('RSA-SHA256', data, key)
  if (!(await verifyInPool('RSA-SHA256', data, createPublicKey(key), signed)))
    throw new Error('the private key does not match its public half')
  return signed.toString('base64url')
}

const token = async (credentials: PlainCredentials, uri: string, nowMs: number): Promise<string> => {
  const reading = readRsaPrivateKey(credentials.secretApiKey)
  if ('fault' in reading) throw new Error(`the private key cannot sign: ${reading.fault}`)
  const iat = Math.floor(nowMs / 1000)
  const claims = {
    uri,
    nonce: randomUUID(),
    iat,
    exp: iat + lifetimeSeconds,
    sub: credentials.apiKey,
    bodyHash: bodyHash(''),
  }
  const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${await signature(text, reading.key)}`
}

const notAnRsaKey: LocalFault = {
  check: 'secret-not-rsa',
  message: 'Fireblocks accepts RSA private keys of 2048 to 4096 bits: use such a key.',
}

const keyFaults: Readonly<Record<RsaKeyFault, LocalFault>> = {
  unreadable: {
    check: 'secret-not-pem',
    message: 'The secret cannot be read as a PEM private key: paste the complete file again.',
  },
  'not-plain': {
    check: 'not-a-plain-private-key',
    message: 'The secret is an encrypted key, a public key or a certificate: paste the unencrypted RSA private key.',
  },
  'not-rsa': notAnRsaKey,
  'modulus-size': notAnRsaKey,
  'exponent-size': {
    check: 'secret-exponent',
    message: 'The public exponent of the RSA key is 2^32 or more: use a key with the usual exponent 65537.',
  },
  damaged: { check: 'secret-damaged', message: 'The private key is damaged: paste the complete key file again.' },
}

const checkPrivateKey = (pem: string): LocalFault | null => {
  const reading = readRsaPrivateKey(pem)
  return 'fault' in reading ? keyFaults[reading.fault] : null
}

const localCheck = (credentials: PlainCredentials): LocalFault | null => {
  const { apiKey, secretApiKey } = providers.fireblocks
  const isUuid = (text: string): boolean => apiKey.rule.safeParse(text).success
  if (looksLikePrivateKey(credentials.apiKey) || (isUuid(credentials.secretApiKey) && !isUuid(credentials.apiKey)))
    return {
      check: 'swapped',
      message:
        'The API key and the secret look swapped: the API key must be the API user ID (a UUID), the secret the private key (PEM). Check both fields.',
    }
  if (!isUuid(credentials.apiKey))
    return {
      check: 'api-key-not-uuid',
      message: 'The API key must be a UUID: copy the API user ID from the Fireblocks console.',
    }
  if (!secretApiKey.rule.safeParse(credentials.secretApiKey).success)
    return {
      check: 'secret-not-pem',
      message: 'The secret must be a PEM private key: paste the complete file, with its first and last line.',
    }
  return checkPrivateKey(credentials.secretApiKey)
}

const wrong = (message: string): Refusal => ({ verdict: 'wrong-credentials', message })

// https://developers.fireblocks.com/reference/api-error-codes
const refusals: Readonly<Record<number, Refusal>> = {
  [-1]: wrong('Fireblocks rejected the signature: this private key does not belong to this API user.'),
  [-2]: wrong('Fireblocks found no API key in the request: check the API user ID.'),
  // -3 and -4 mean that the request was altered in transit; the key may be valid.
  [-3]: { verdict: 'unreachable', cause: 'request-altered' },
  [-4]: { verdict: 'unreachable', cause: 'request-altered' },
  [-5]: wrong('The certificate of this API user has expired at Fireblocks: renew it, or create a new API user.'),
  [-6]: wrong('Fireblocks rejected this API user: check the API user ID.'),
  [-7]: wrong(
    'Fireblocks does not know this API user in this environment: check the API user ID and the base URL of the custodian.',
  ),
  [-8]: { verdict: 'not-permitted' },
  [-10]: { verdict: 'clock-skew' },
  [-12]: { verdict: 'clock-skew' },
}

/** A rejection, but not evidence that the key is wrong. */
const unknownCode: Refusal = {
  verdict: 'not-permitted',
  cause: 'unknown-code',
  message:
    'Fireblocks rejected the request with an unknown error code, which is in the reason line. Look it up in the Fireblocks documentation; the keys themselves may be valid.',
}

const Failure = z.object({ code: z.int().gte(-9999).lte(99999), message: z.string() })

const unauthorized = (answer: Answer): Refusal => {
  const failure = bodyAs(Failure, answer)
  if (!failure) return unexpectedBody(answer)
  if (failure.code === -7 && clockIsOff(answer)) return { verdict: 'clock-skew', http: 401, code: -7 }
  return { ...(refusals[failure.code] ?? unknownCode), http: 401, code: failure.code }
}

const VaultAccounts = z.object({ accounts: listWith(z.object({ id: z.string() })) }).transform(() => null)
const Workspace = z.object({ id: z.string().min(1).max(256), name: z.string() }).transform(({ id }) => id)
const Accepted = z.union([VaultAccounts, Workspace])

const classify = (answer: Answer): ProbeFinding => {
  const refusal = answer.status === 401 ? unauthorized(answer) : refusalByStatus(answer)
  if (refusal) return refusal
  const account = bodyAs(Accepted, answer)
  return account === undefined ? unexpectedBody(answer) : { verdict: 'accepted', account }
}

export const fireblocks: Provider = {
  id: 'fireblocks',
  baseUrl: 'https://api.fireblocks.io',
  pathPrefix: '/v1',
  // The list of vault accounts proves the permission but does not identify the workspace, and vault IDs are small
  // numbers that every workspace has; `GET /v1/workspace` is the documented read of the workspace ID "for the
  // authenticated user".
  probePaths: ['/v1/vault/accounts_paged?limit=1', '/v1/workspace'],
  localCheck,
  sign: async (credentials, path, nowMs) => ({
    method: 'GET',
    path,
    headers: { 'x-api-key': credentials.apiKey, authorization: `Bearer ${await token(credentials, path, nowMs)}` },
  }),
  classify,
}
