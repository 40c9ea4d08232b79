import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { providers } from '../../shared/providers.ts'
import { bodyAs, clockIsOff, listWith, refusalByStatus, unexpectedBody } from './classify.ts'
import type { Answer, LocalFault, PlainCredentials, ProbeFinding, Provider, Refusal } from './provider.ts'

/** Hex HMAC-SHA256 over time, method, path with query, and body; a probe has no body. */
const signature = (secret: string, path: string, timestamp: string): string =>
  createHmac('sha256', secret).update(`${timestamp}GET${path}`).digest('hex')

const localCheck = (credentials: PlainCredentials): LocalFault | null => {
  const { apiKey, secretApiKey } = providers.copper
  if (`${credentials.apiKey}${credentials.secretApiKey}`.includes('-----BEGIN'))
    return { check: 'pem', message: 'Copper does not use PEM keys: this looks like the key of another provider.' }
  if (!apiKey.rule.safeParse(credentials.apiKey).success)
    return {
      check: 'api-key-format',
      message: 'The API key must be one word of 8 to 512 characters: copy it again from Copper.',
    }
  if (!secretApiKey.rule.safeParse(credentials.secretApiKey).success)
    return {
      check: 'secret-format',
      message: 'The secret must be one word of 8 to 512 characters: copy it again from Copper.',
    }
  if (credentials.apiKey === credentials.secretApiKey)
    return {
      check: 'same-twice',
      message: 'The API key and the secret are the same: put the API secret into the second field.',
    }
  return null
}

const Failure = z.union([z.object({ error: z.string() }), z.object({ message: z.string() })])

const unauthorized = (answer: Answer): Refusal => {
  if (!bodyAs(Failure, answer)) return unexpectedBody(answer)
  // Copper has no error code for a rejected timestamp: only the clock difference shows it.
  if (clockIsOff(answer)) return { verdict: 'clock-skew', http: 401 }
  return {
    verdict: 'wrong-credentials',
    http: 401,
    message:
      'Copper rejected this API key and secret: check both, that the key is active, and its allowed IP addresses.',
  }
}

const id = z.string().min(1).max(256)
const Portfolios = z
  .object({ portfolios: listWith(z.object({ portfolioId: id, organizationId: id.optional() })) })
  .transform(({ portfolios }) => portfolios[0]?.organizationId ?? null)
const Organizations = z
  .object({ organizations: listWith(z.object({ organizationId: id })).refine(({ length }) => length > 0) })
  .transform(({ organizations }) => organizations[0]?.organizationId ?? null)
const Accepted = z.union([Portfolios, Organizations])

const classify = (answer: Answer): ProbeFinding => {
  const refusal = answer.status === 401 ? unauthorized(answer) : refusalByStatus(answer)
  if (refusal) return refusal
  const account = bodyAs(Accepted, answer)
  return account === undefined ? unexpectedBody(answer) : { verdict: 'accepted', account }
}

export const copper: Provider = {
  id: 'copper',
  baseUrl: 'https://api.copper.co',
  pathPrefix: '/platform',
  // A portfolio's ID cannot identify the account: which portfolio comes first may change. Its organization can, but the
  // member is optional and an account may have no portfolio yet; only then the organizations are requested.
  probePaths: ['/platform/portfolios?limit=1', '/platform/organizations'],
  localCheck,
  sign: async (credentials, path, nowMs) => ({
    method: 'GET',
    path,
    headers: {
      authorization: `ApiKey ${credentials.apiKey}`,
      'x-timestamp': String(nowMs),
      'x-signature': signature(credentials.secretApiKey, path, String(nowMs)),
      'content-type': 'application/json', // Copper asks for it on every request, with and without a body
    },
  }),
  classify,
}
