import { createHash, createPublicKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { shippedFiles } from '../shipped-files.ts'
import { UpdateError } from './update-error.ts'

/** A public key that signs releases. */
export type ReleaseKey = {
  readonly key: ReturnType<typeof createPublicKey>
  /** SHA-256 of the key in DER, as `openssl pkey -pubin -outform DER | sha256sum` prints it. */
  readonly fingerprint: string
}

const publicKeys = /-----BEGIN PUBLIC KEY-----[\w+/=\s]+-----END PUBLIC KEY-----/g

function parseKey(pem: string): ReleaseKey | null {
  try {
    const key = createPublicKey(pem)
    const der = key.export({ type: 'spki', format: 'der' })
    return key.asymmetricKeyType === 'ed25519'
      ? { key, fingerprint: createHash('sha256').update(der).digest('hex') }
      : null
  } catch {
    return null
  }
}

/**
 * The Ed25519 public keys of a PEM text: the present one, and its successor while releases change their key. Null where
 * the text holds anything else, such as a private key.
 */
export function parseReleaseKeys(pem: string): readonly ReleaseKey[] | null {
  const keys = (pem.match(publicKeys) ?? []).map(parseKey)
  const hasOnlyKeys = pem.replace(publicKeys, '').trim() === '' && keys.length > 0
  return hasOnlyKeys && keys.every((key) => key !== null) ? keys : null
}

/** The keys in a file, such as one that the person responsible for releases handed over. */
export function readReleaseKeys(file: string): readonly ReleaseKey[] {
  const keys = parseReleaseKeys(readFileSync(file, 'utf8'))
  if (keys) return keys
  throw new UpdateError(`${file} does not hold Ed25519 public keys in PEM, and nothing else`, {
    cause: 'bad-key',
    nextStep: 'Get the public key again, from the person responsible for releases.',
  })
}

/** The keys that this build carries, which its packaging put there. */
export function carriedReleaseKeys(): readonly ReleaseKey[] {
  if (existsSync(shippedFiles.releaseKeys)) return readReleaseKeys(shippedFiles.releaseKeys)
  throw new UpdateError('this build carries no public key of the releases, so no signature can be verified with it', {
    cause: 'no-key',
    nextStep:
      'Get the key from the person responsible for releases, and run "strongroom update verify FILE --public-key KEY".',
  })
}
