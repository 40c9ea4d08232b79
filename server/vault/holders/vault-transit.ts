import { z } from 'zod'
import { type KeyEncryptionKey, KeyError } from '../key-encryption-key.ts'
import { type KeyUri, requiredOption } from '../key-uri.ts'
import { addressOf, askHolder, type KeyAnswer, understood } from './ask.ts'
import type { KeyHolder } from './holder.ts'
import { readSecretFile } from './secret-file.ts'

/** `https://HOST:PORT/MOUNT/keys/NAME`, of HashiCorp Vault or OpenBao. */
function parsePlace({ place, options }: KeyUri) {
  const holder = addressOf(place, options.get('ca-file'))
  const [, mount, name] = /^\/(.+)\/keys\/([\w.-]+)$/.exec(holder.origin.pathname) ?? []
  if (mount === undefined || name === undefined) throw new Error('vault: must end with /MOUNT/keys/NAME.')
  return { holder, mount, name }
}

type Ask = (method: string, path: string, body?: object) => Promise<KeyAnswer>

/** A key of the transit engine, of type aes256-gcm96. Each version of it is a key here. */
export function transitHolder(uri: KeyUri): KeyHolder {
  const { mount, name } = parsePlace(uri)
  const ask = askWithToken(uri)
  const namespace = uri.options.get('namespace')
  const start = `vault:${namespace ? `${namespace}/` : ''}${mount}/${name}:v`
  const keyOf = (version: number) => transitKey({ id: `${start}${version}`, version, mount, name }, ask)
  return {
    name: `${start.slice(0, -2)} at ${new URL(uri.place).host}`,
    find(keyId) {
      const version = keyId.startsWith(start) ? keyId.slice(start.length) : ''
      return /^[1-9]\d{0,8}$/.test(version) ? keyOf(Number(version)) : null
    },
    async newest() {
      const answer = accepted(await ask('GET', `/v1/${mount}/keys/${name}`), start)
      return keyOf(understood(LatestVersion, answer.body).data.latest_version)
    },
  }
}

const LatestVersion = z.object({ data: z.object({ latest_version: z.int().min(1) }) })
const Encrypted = z.object({ data: z.object({ ciphertext: z.string() }) })
const Decrypted = z.object({ data: z.object({ plaintext: z.base64() }) })

type Version = { readonly id: string; readonly version: number; readonly mount: string; readonly name: string }

const base64 = (value: Uint8Array | string) => Buffer.from(value).toString('base64')

function transitKey({ id, version, mount, name }: Version, ask: Ask): KeyEncryptionKey {
  const start = `vault:v${version}:`
  return {
    id,
    secret: null,
    async wrap(dataKey, place) {
      const request = { plaintext: base64(dataKey), associated_data: base64(place), key_version: version }
      const answer = accepted(await ask('POST', `/v1/${mount}/encrypt/${name}`, request), id)
      const { ciphertext } = understood(Encrypted, answer.body).data
      if (!ciphertext.startsWith(start)) throw new KeyError('disabled', `${id} was asked, and another version answered`)
      return Buffer.from(ciphertext)
    },
    async unwrap(wrapped, place) {
      const ciphertext = Buffer.from(wrapped).toString()
      if (!ciphertext.startsWith(start)) throw new Error('a wrapped key is of another version')
      const request = { ciphertext, associated_data: base64(place) }
      const answer = accepted(await ask('POST', `/v1/${mount}/decrypt/${name}`, request), id)
      return Buffer.from(understood(Decrypted, answer.body).data.plaintext, 'base64')
    },
  }
}

/** Milliseconds; a token is renewed when half its time is over, and where that fails tried again after a minute. */
const renewAgain = 60_000

/** The token is read for each question, since an agent may replace it, and renewed while it is used. */
function askWithToken(uri: KeyUri): Ask {
  const { holder } = parsePlace(uri)
  const tokenFile = requiredOption(uri, 'token-file')
  const namespace = uri.options.get('namespace')
  let renewAt = 0
  const ask: Ask = (method, path, body) =>
    askHolder(holder, () => ({
      method,
      path,
      headers: {
        'x-vault-token': readSecretFile(tokenFile).reveal(),
        'x-vault-request': 'true',
        ...(namespace && { 'x-vault-namespace': namespace }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : '',
    }))
  const renew = async () => {
    renewAt = Date.now() + renewAgain
    const answer = await ask('POST', '/v1/auth/token/renew-self', {})
    const renewed = Renewed.safeParse(answer.body)
    if (renewed.success) renewAt = Date.now() + Math.max(renewed.data.auth.lease_duration * 500, 1_000)
  }
  return async (method, path, body) => {
    // A token that cannot be renewed is used until it has expired.
    if (Date.now() >= renewAt) await renew().catch(() => {})
    return ask(method, path, body)
  }
}

const Renewed = z.object({ auth: z.object({ lease_duration: z.number() }) })

const Errors = z.object({ errors: z.array(z.string()) })

/** Every other answer is an error; what is said of the bytes that were sent means that they were changed. */
function accepted(answer: KeyAnswer, id: string): KeyAnswer {
  if (answer.status === 200) return answer
  const parsed = Errors.safeParse(answer.body)
  const said = parsed.success ? parsed.data.errors.join(' ') : ''
  if (answer.status === 403) throw new KeyError('denied', `Vault does not accept the token for ${id}`)
  if (answer.status === 404 || /key not found|no existing key/.test(said))
    throw new KeyError('missing', `${id} is not there`)
  if (/disallowed by policy|version/.test(said)) throw new KeyError('disabled', `${id} may not be used any more`)
  if (answer.status === 400) throw new Error('Vault refuses the ciphertext')
  throw new KeyError('unreachable', `Vault answers HTTP ${answer.status} for ${id}`)
}
