import { createHash, createHmac } from 'node:crypto'
import type { Secret } from '../../../shared/secret.ts'

/** What AWS gives a caller. */
export type AwsCredentials = {
  readonly accessKeyId: string
  readonly secretAccessKey: Secret
  readonly sessionToken: Secret | null
}

type Unsigned = {
  readonly host: string
  readonly region: string
  readonly service: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly at: Date
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The headers of a `POST /`, signed by AWS Signature Version 4. */
export function signedHeaders(request: Unsigned, credentials: AwsCredentials): Readonly<Record<string, string>> {
  const { host, region, service, body, at } = request
  const time = at.toISOString().replace(/[:-]|\.\d+/g, '')
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`
  const { sessionToken, accessKeyId } = credentials
  const token = sessionToken ? { 'x-amz-security-token': sessionToken.reveal() } : {}
  const headers: Record<string, string> = { ...request.headers, ...token, host, 'x-amz-date': time }
  const names = Object.keys(headers).sort()
  const signed = names.join(';')
  const lines = names.map((name) => `${name}:${headers[name]?.trim()}`)
  const canonical = ['POST', '/', '', ...lines, '', signed, sha256(body)].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const signature = hmac(signingKey(request, time, credentials), text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`
  return { ...headers, authorization }
}

function signingKey({ region, service }: Unsigned, time: string, { secretAccessKey }: AwsCredentials): Buffer {
  const ofDay = hmac(`AWS4${secretAccessKey.reveal()}`, time.slice(0, 8))
  return hmac(hmac(hmac(ofDay, region), service), 'aws4_request')
}
