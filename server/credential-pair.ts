import { createHmac } from 'node:crypto'
import type { Secret } from '../shared/secret.ts'

/** What a custodian's provider issued: an API key and the secret that complements it. */
export type CredentialPair = { readonly apiKey: Secret; readonly secretApiKey: Secret }

/** Tells whether two secrets are the same without showing either; means nothing under another salt. */
export const fingerprintOf = (secret: Secret, salt: Uint8Array): Uint8Array =>
  createHmac('sha256', salt).update(secret.reveal()).digest()
