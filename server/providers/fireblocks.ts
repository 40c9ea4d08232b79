import { createHash, createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto'
import { z } from 'zod'
import { looksLikePrivateKey, providers } from '../../shared/providers.ts'
import { bodyAs, clockIsOff, refusalByStatus, unexpectedBody } from './classify.ts'
import type { Answer, Finding, LocalFault, PlainPair, Provider, Refusal } from './provider.ts'

/** Hex SHA-256 of the raw request body, as the token's claim of that name. */
export const bodyHash = (body: string): string => createHash('sha256').update(body).digest('hex')

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

const lifetimeSeconds = 25 // Fireblocks, "Signing a request": exp must be less than iat + 30 s

const token = (pair: PlainPair, uri: string, nowMs: number): string => {
  const iat = Math.floor(nowMs / 1000)
  const claims = { uri, nonce: randomUUID(), iat, exp: iat + lifetimeSeconds, sub: pair.apiKey, bodyHash: bodyHash('') }
  const signed = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), pair.secretApiKey).toString('base64url')}`
}

const privateKeyIn = (pem: string): KeyObject | null => {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}

const notPlain = /-----BEGIN (ENCRYPTED|RSA PUBLIC|PUBLIC|CERTIFICATE)|Proc-Type: 4,ENCRYPTED/

const checkPrivateKey = (pem: string): LocalFault | null => {
  const key = privateKeyIn(pem)
  if (!key && notPlain.test(pem))
    return {
      check: 'not-a-plain-private-key',
      message: 'The secret is an encrypted key, a public key or a certificate: paste the unencrypted RSA private key.',
    }
  if (!key)
    return {
      check: 'secret-not-pem',
      message: 'The secret cannot be read as a PEM private key: paste the whole file again.',
    }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  // Signing with more than 8192 bits would hold the event loop for longer than 50 ms.
  if (key.asymmetricKeyType !== 'rsa' || bits < 2048 || bits > 8192)
    return {
      check: 'secret-not-rsa',
      message: 'Fireblocks takes RSA private keys of 2048 to 8192 bits: use such a key.',
    }
  return null
}

const localCheck = (pair: PlainPair): LocalFault | null => {
  const { apiKey, secretApiKey } = providers.fireblocks
  const isUuid = (text: string): boolean => apiKey.rule.safeParse(text).success
  if (looksLikePrivateKey(pair.apiKey) || (isUuid(pair.secretApiKey) && !isUuid(pair.apiKey)))
    return {
      check: 'swapped',
      message:
        'The API key and the secret look swapped: the API key must be the API user ID (a UUID), the secret the private key (PEM). Check both fields.',
    }
  if (!isUuid(pair.apiKey))
    return {
      check: 'api-key-not-uuid',
      message: 'The API key must be a UUID: copy the API user id from the Fireblocks console.',
    }
  if (!secretApiKey.rule.safeParse(pair.secretApiKey).success)
    return {
      check: 'secret-not-pem',
      message: 'The secret must be a PEM private key: paste the whole file, with its first and last line.',
    }
  return checkPrivateKey(pair.secretApiKey)
}

const wrong = (message: string): Refusal => ({ verdict: 'wrong-credentials', message })

// https://developers.fireblocks.com/reference/api-error-codes
const refusals: Readonly<Record<number, Refusal>> = {
  [-1]: wrong('Fireblocks does not accept the signature: this private key does not belong to this API user.'),
  [-2]: wrong('Fireblocks finds no API key in the request: check the API user id.'),
  // -3 and -4 say that the request was changed on its way; the key may be perfectly good.
  [-3]: { verdict: 'unreachable', cause: 'request-altered' },
  [-4]: { verdict: 'unreachable', cause: 'request-altered' },
  [-5]: wrong("Fireblocks says that this API user's certificate has expired: renew it, or create a new API user."),
  [-6]: wrong('Fireblocks does not accept this API user: check the API user id.'),
  [-7]: wrong('Fireblocks does not know this API user here: check the API user id and the base URL of the custodian.'),
  [-8]: { verdict: 'not-permitted' },
  [-10]: { verdict: 'clock-skew' },
  [-12]: { verdict: 'clock-skew' },
}

/** A refusal, but no reason to call a key wrong. */
const unknownCode: Refusal = {
  verdict: 'not-permitted',
  cause: 'unknown-code',
  message:
    'Fireblocks refused the request with a code that Strongroom does not know: the reason line has it. Look it up at Fireblocks; the keys themselves may be good.',
}

const Failure = z.object({ code: z.int().gte(-9999).lte(99999), message: z.string() })

const unauthorized = (answer: Answer): Refusal => {
  const failure = bodyAs(Failure, answer)
  if (!failure) return unexpectedBody(answer)
  if (failure.code === -7 && clockIsOff(answer)) return { verdict: 'clock-skew', http: 401, code: -7 }
  return { ...(refusals[failure.code] ?? unknownCode), http: 401, code: failure.code }
}

const VaultAccounts = z.object({ accounts: z.array(z.object({ id: z.string() })) }).transform(() => null)
const Workspace = z.object({ id: z.string().min(1).max(256), name: z.string() }).transform(({ id }) => id)
const Accepted = z.union([VaultAccounts, Workspace])

const classify = (answer: Answer): Finding => {
  const refusal = answer.status === 401 ? unauthorized(answer) : refusalByStatus(answer)
  if (refusal) return refusal
  const account = bodyAs(Accepted, answer)
  return account === undefined ? unexpectedBody(answer) : { verdict: 'accepted', account }
}

export const fireblocks: Provider = {
  id: 'fireblocks',
  baseUrl: 'https://api.fireblocks.io',
  pathPrefix: '/v1',
  // The list of vault accounts proves the permission but names no workspace, and vault ids are small numbers that every
  // workspace has; `GET /v1/workspace` is the documented read of the workspace id "for the authenticated user".
  probePaths: ['/v1/vault/accounts_paged?limit=1', '/v1/workspace'],
  localCheck,
  sign: (pair, path, nowMs) => ({
    method: 'GET',
    path,
    headers: { 'x-api-key': pair.apiKey, authorization: `Bearer ${token(pair, path, nowMs)}` },
  }),
  classify,
}
