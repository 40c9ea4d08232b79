import { createSign } from 'node:crypto'
import { z } from 'zod'
import { Secret } from '../../../shared/secret.ts'
import { KeyError } from '../key-encryption-key.ts'
import { addressOf, askHolder, understood } from './ask.ts'
import { readSecretFile } from './secret-file.ts'

const ServiceAccount = z.object({
  client_email: z.string(),
  private_key: z.string(),
  private_key_id: z.string(),
  token_uri: z.string(),
})
type ServiceAccount = z.infer<typeof ServiceAccount>

const Granted = z.object({ access_token: z.string(), expires_in: z.number() })
const Refused = z.object({ error: z.string(), error_description: z.string().optional() })

/** Seconds that a signed request for a token is valid, and that a token is renewed before it expires. */
const requestValidFor = 600
const renewedBefore = 60

/** Access tokens of a service account, each asked for once while it is valid (RFC 7523). */
export function createGoogleTokens(file: string, caFile: string | undefined): () => Promise<Secret> {
  let known = { token: new Secret(''), until: 0 }
  return async () => {
    if (Date.now() < known.until) return known.token
    const { access_token, expires_in } = await askForToken(readAccount(file), caFile)
    known = { token: new Secret(access_token), until: Date.now() + (expires_in - renewedBefore) * 1_000 }
    return known.token
  }
}

function readAccount(file: string): ServiceAccount {
  const text = readSecretFile(file).reveal()
  try {
    return ServiceAccount.parse(JSON.parse(text))
  } catch {
    throw new KeyError('denied', `${file} is not the key of a service account`)
  }
}

async function askForToken(account: ServiceAccount, caFile: string | undefined) {
  const holder = addressOf(account.token_uri, caFile)
  const answer = await askHolder(holder, () => ({
    method: 'POST',
    path: holder.origin.pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: signedRequest(account, Math.floor(Date.now() / 1_000)),
    }).toString(),
  }))
  if (answer.status === 200) return understood(Granted, answer.body)
  const { data } = Refused.safeParse(answer.body)
  const isLate = /short-lived|reasonable timeframe/.test(data?.error_description ?? '')
  throw new KeyError(isLate ? 'clock' : 'denied', `Google refuses a token (${data?.error ?? `HTTP ${answer.status}`})`)
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Its scope is Cloud KMS alone. */
function signedRequest({ client_email, private_key, private_key_id, token_uri }: ServiceAccount, now: number): string {
  const header = part({ alg: 'RS256', typ: 'JWT', kid: private_key_id })
  const scope = 'https://www.googleapis.com/auth/cloudkms'
  const claims = part({ iss: client_email, scope, aud: token_uri, iat: now, exp: now + requestValidFor })
  const signature = createSign('sha256').update(`${header}.${claims}`).sign(private_key, 'base64url')
  return `${header}.${claims}.${signature}`
}
