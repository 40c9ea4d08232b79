import { createHmac } from 'node:crypto'
import { inspect } from 'node:util'

/** Text that must never be seen: every way a value is usually shown or sent on gives a placeholder instead. */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** The text itself. Called only where credentials are sealed and where they are handed to a provider's adapter. */
  reveal(): string {
    return this.#text
  }

  /** Tells whether two secrets are the same without showing either; means nothing under another salt. */
  fingerprint(salt: Uint8Array): Uint8Array {
    return createHmac('sha256', salt).update(this.#text).digest()
  }

  toString(): string {
    return '[secret]'
  }

  toJSON(): string {
    return '[secret]'
  }

  [inspect.custom](): string {
    return '[secret]'
  }
}

/** What a custodian's provider issued: an API key and the secret that complements it. */
export type CredentialPair = { readonly apiKey: Secret; readonly secretApiKey: Secret }
