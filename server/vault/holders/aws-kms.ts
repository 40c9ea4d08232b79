import { z } from 'zod'
import { Secret } from '../../../shared/secret.ts'
import { type KeyEncryptionKey, KeyError, type KeyFault } from '../key-encryption-key.ts'
import { type KeyUri, requiredOption } from '../key-uri.ts'
import { addressOf, askHolder, type KeyAnswer, understood } from './ask.ts'
import type { KeyHolder } from './holder.ts'
import { readSecretFile } from './secret-file.ts'
import { type AwsCredentials, signedHeaders } from './sigv4.ts'

const arnForm = /^arn:aws[\w-]*:kms:([a-z0-9-]+):\d{12}:key\/[\w-]+$/

/** A symmetric key of AWS KMS, by its ARN. AWS keeps its versions to itself. */
export function awsKmsHolder(uri: KeyUri): KeyHolder {
  const region = arnForm.exec(uri.place)?.[1]
  if (region === undefined) throw new Error('awskms: needs the ARN of a key, not of an alias.')
  const ask = askAws(uri, region)
  const key = awsKey(uri.place, ask)
  return {
    name: `awskms:${uri.place}`,
    find: (keyId) => (keyId === key.id ? key : null),
    async newest() {
      await ask('DescribeKey', { KeyId: uri.place })
      return key
    },
  }
}

type Ask = (operation: string, body: object) => Promise<KeyAnswer['body']>

const Wrapped = z.object({ CiphertextBlob: z.base64(), KeyId: z.string() })
const Unwrapped = z.object({ Plaintext: z.base64(), KeyId: z.string() })

/** AWS logs the encryption context of each use, and policies can ask for it; it has the place of a row and no secret. */
function awsKey(arn: string, ask: Ask): KeyEncryptionKey {
  const contextOf = (place: string) => ({ 'strongroom:place': place })
  const assertSame = (keyId: string) => {
    if (keyId !== arn) throw new KeyError('missing', `${arn} was asked, and ${keyId} answered`)
  }
  return {
    id: `awskms:${arn}`,
    secret: null,
    async wrap(dataKey, place) {
      const Plaintext = Buffer.from(dataKey).toString('base64')
      const answer = understood(
        Wrapped,
        await ask('Encrypt', { KeyId: arn, Plaintext, EncryptionContext: contextOf(place) }),
      )
      assertSame(answer.KeyId)
      return Buffer.from(answer.CiphertextBlob, 'base64')
    },
    async unwrap(wrapped, place) {
      const CiphertextBlob = Buffer.from(wrapped).toString('base64')
      const request = { KeyId: arn, CiphertextBlob, EncryptionContext: contextOf(place) }
      const answer = understood(Unwrapped, await ask('Decrypt', request))
      assertSame(answer.KeyId)
      return Buffer.from(answer.Plaintext, 'base64')
    },
  }
}

function askAws(uri: KeyUri, region: string): Ask {
  const address = uri.options.get('endpoint') ?? `https://kms.${region}.amazonaws.com`
  const holder = addressOf(address, uri.options.get('ca-file'))
  const file = requiredOption(uri, 'credentials-file')
  const profile = uri.options.get('profile') ?? 'default'
  return async (operation, request) => {
    const body = JSON.stringify(request)
    const unsigned = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${operation}` }
    const answer = await askHolder(holder, () => {
      const place = { host: holder.origin.host, region, service: 'kms', at: new Date() }
      const headers = signedHeaders({ ...place, headers: unsigned, body }, readCredentials(file, profile))
      return { method: 'POST', path: '/', headers, body }
    })
    if (answer.status === 200) return answer.body
    throw refusalOf(answer, uri.place)
  }
}

/** A file in the form of `~/.aws/credentials`, read for each request: temporary credentials are renewed there. */
function readCredentials(file: string, profile: string): AwsCredentials {
  const settings = sectionOf(readSecretFile(file).reveal(), profile)
  const accessKeyId = settings.get('aws_access_key_id')
  const secret = settings.get('aws_secret_access_key')
  const token = settings.get('aws_session_token')
  if (!accessKeyId || !secret) throw new KeyError('denied', `${file} has no credentials for profile ${profile}`)
  return { accessKeyId, secretAccessKey: new Secret(secret), sessionToken: token ? new Secret(token) : null }
}

function sectionOf(text: string, profile: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>()
  let section = ''
  for (const line of text.split(/\r?\n/)) {
    section = /^\s*\[\s*(.+?)\s*\]\s*$/.exec(line)?.[1] ?? section
    const [, name, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (section === profile && name !== undefined && value !== undefined) settings.set(name.toLowerCase(), value)
  }
  return settings
}

const Refusal = z.object({ __type: z.string(), message: z.string().optional(), Message: z.string().optional() })

/** What AWS says, by the name of its exception. */
const faults: Readonly<Record<string, KeyFault>> = {
  ThrottlingException: 'throttled',
  LimitExceededException: 'throttled',
  KMSInternalException: 'unreachable',
  DependencyTimeoutException: 'unreachable',
  KeyUnavailableException: 'unreachable',
  DisabledException: 'disabled',
  KMSInvalidStateException: 'disabled',
  NotFoundException: 'missing',
  InvalidArnException: 'missing',
  RequestExpired: 'clock',
  RequestTimeTooSkewed: 'clock',
}

function refusalOf({ status, body }: KeyAnswer, arn: string): Error {
  const parsed = Refusal.safeParse(body)
  const type = parsed.success ? (parsed.data.__type.split('#').at(-1) ?? '') : ''
  const said = parsed.success ? (parsed.data.message ?? parsed.data.Message ?? '') : ''
  if (type === 'InvalidCiphertextException' || type === 'IncorrectKeyException')
    return new Error('AWS KMS refuses the ciphertext')
  // Besides by their names, AWS says of signatures that are too old or too young which clock it compared.
  if (/Signature (expired|not yet current)/.test(said)) return new KeyError('clock', 'AWS KMS has another time')
  const fault = faults[type] ?? (status >= 500 ? 'unreachable' : 'denied')
  return new KeyError(fault, `AWS KMS refuses ${arn} (${type || `HTTP ${status}`})`)
}
