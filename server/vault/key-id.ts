import type { Id } from '../../shared/primitives.ts'
import type { Credentials } from './credentials.ts'
import { type Fingerprinting, keyIdFingerprint } from './fingerprints.ts'

type Offer = {
  readonly custodianId: Id
  readonly credentials: Credentials
  /** Whether the provider accepted them; until then, a secret may have been pasted in place of the API key. */
  readonly isAccepted: boolean
}

/** Of a shorter key, the last characters would be too large a part. */
const shortestShown = 20

/**
 * Names an API key without being secret: `...4f2a fp:3b91c07d`, its last characters and the start of a keyed fingerprint.
 * Only the fingerprint of a key that the provider did not accept, or of a short one.
 */
export async function keyIdOf({ custodianId, credentials, isAccepted }: Offer, vault: Fingerprinting): Promise<string> {
  const offered = `fp:${await keyIdFingerprint({ custodianId, apiKey: credentials.apiKey }, vault)}`
  return isAccepted ? acceptedKeyId(offered, credentials) : offered
}

/** What names an API key that had this name until the provider accepted it. */
export function acceptedKeyId(offered: string, { apiKey }: Credentials): string {
  const text = apiKey.reveal()
  return text.length >= shortestShown ? `...${text.slice(-4)} ${offered}` : offered
}
