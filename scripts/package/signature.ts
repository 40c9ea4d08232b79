import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The detached Ed25519 signature of a text (64 bytes). The key stays in its file: it is in no argument, variable or message. */
export function signatureOf(text: string, keyFile: string): Buffer {
  const key = createPrivateKey(readFileSync(keyFile))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} holds no Ed25519 key`)
  return sign(null, Buffer.from(text), key)
}
