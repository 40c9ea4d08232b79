import { z } from 'zod'
import { type KeyEncryptionKey, KeyError, type KeyFault } from '../key-encryption-key.ts'
import { type KeyUri, requiredOption } from '../key-uri.ts'
import { addressOf, askHolder, type KeyAnswer, understood } from './ask.ts'
import { createGoogleTokens } from './google-token.ts'
import type { KeyHolder } from './holder.ts'

const nameForm = /^projects\/[\w.:-]+\/locations\/[\w-]+\/keyRings\/[\w-]+\/cryptoKeys\/[\w-]+$/

/** A symmetric key of Google Cloud KMS. Each version of it is a key here. */
export function googleKmsHolder(uri: KeyUri): KeyHolder {
  const { place: name } = uri
  if (!nameForm.test(name)) throw new Error('gcpkms: needs projects/P/locations/L/keyRings/R/cryptoKeys/K.')
  const ask = askGoogle(uri)
  const start = `gcpkms:${name}/cryptoKeyVersions/`
  return {
    name: `gcpkms:${name}`,
    find(keyId) {
      const version = keyId.startsWith(start) ? keyId.slice(start.length) : ''
      return /^[1-9]\d{0,8}$/.test(version) ? googleKey(name, version, ask) : null
    },
    async newest() {
      const { primary } = understood(Key, await ask('GET', name))
      return googleKey(name, primary.name.slice(primary.name.lastIndexOf('/') + 1), ask)
    },
  }
}

const Key = z.object({ primary: z.object({ name: z.string() }) })
const Encrypted = z.object({
  name: z.string(),
  ciphertext: z.base64(),
  ciphertextCrc32c: z.string(),
  verifiedPlaintextCrc32c: z.literal(true),
  verifiedAdditionalAuthenticatedDataCrc32c: z.literal(true),
})
const Decrypted = z.object({ plaintext: z.base64(), plaintextCrc32c: z.string() })

type Ask = (method: string, name: string, body?: object) => Promise<KeyAnswer['body']>

const polynomial = 0x82f63b78

const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ polynomial : rest >>> 1
  return rest
})

/** The checksum that Google's services use (RFC 3720, B.4), as decimal digits. */
export function crc32c(bytes: Uint8Array): string {
  let rest = 0xffffffff
  for (const byte of bytes) rest = (rest >>> 8) ^ (remainders[(rest ^ byte) & 0xff] as number)
  return `${(rest ^ 0xffffffff) >>> 0}`
}

/** A member with its checksum, by which Google and we notice what was changed on the way. */
const checked = (member: string, bytes: Uint8Array) => ({
  [member]: Buffer.from(bytes).toString('base64'),
  [`${member}Crc32c`]: crc32c(bytes),
})

function unchanged(base64: string, checksum: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (crc32c(bytes) === checksum) return bytes
  throw new KeyError('unreachable', 'an answer of Google KMS was changed on its way')
}

function googleKey(name: string, version: string, ask: Ask): KeyEncryptionKey {
  const ofVersion = `${name}/cryptoKeyVersions/${version}`
  const boundTo = (place: string) => checked('additionalAuthenticatedData', Buffer.from(place))
  return {
    id: `gcpkms:${ofVersion}`,
    secret: null,
    async wrap(dataKey, place) {
      const request = { ...checked('plaintext', dataKey), ...boundTo(place) }
      const answer = Encrypted.safeParse(await ask('POST', `${ofVersion}:encrypt`, request))
      if (!answer.success) throw new KeyError('unreachable', 'a request to Google KMS was changed on its way')
      if (answer.data.name !== ofVersion)
        throw new KeyError('disabled', `${answer.data.name} answered for ${ofVersion}`)
      return unchanged(answer.data.ciphertext, answer.data.ciphertextCrc32c)
    },
    async unwrap(wrapped, place) {
      const request = { ...checked('ciphertext', wrapped), ...boundTo(place) }
      const { plaintext, plaintextCrc32c } = understood(Decrypted, await ask('POST', `${name}:decrypt`, request))
      return unchanged(plaintext, plaintextCrc32c)
    },
  }
}

function askGoogle(uri: KeyUri): Ask {
  const caFile = uri.options.get('ca-file')
  const holder = addressOf(uri.options.get('endpoint') ?? 'https://cloudkms.googleapis.com', caFile)
  const tokenNow = createGoogleTokens(requiredOption(uri, 'credentials-file'), caFile)
  return async (method, name, body) => {
    const token = await tokenNow()
    const answer = await askHolder(holder, () => ({
      method,
      path: `/v1/${name}`,
      headers: { authorization: `Bearer ${token.reveal()}`, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : '',
    }))
    if (answer.status === 200) return answer.body
    throw refusalOf(answer, uri.place)
  }
}

const Refusal = z.object({ error: z.object({ status: z.string() }) })

/** What Google says, by the name of its status. */
const faults: Readonly<Record<string, KeyFault>> = {
  FAILED_PRECONDITION: 'disabled',
  NOT_FOUND: 'missing',
  PERMISSION_DENIED: 'denied',
  UNAUTHENTICATED: 'denied',
  RESOURCE_EXHAUSTED: 'throttled',
}

function refusalOf({ status, body }: KeyAnswer, name: string): Error {
  const parsed = Refusal.safeParse(body)
  const said = parsed.success ? parsed.data.error.status : `HTTP ${status}`
  if (said === 'INVALID_ARGUMENT') return new Error('Google KMS refuses the ciphertext')
  return new KeyError(faults[said] ?? 'denied', `Google KMS refuses ${name} (${said})`)
}
