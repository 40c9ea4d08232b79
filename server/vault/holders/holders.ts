import type { KeyUri } from '../key-uri.ts'
import type { KeyHolder } from './holder.ts'
import { transitHolder } from './vault-transit.ts'

/** The holder that a URI names. Throws an `Error` where the URI is not complete. */
export async function holderAt(uri: KeyUri): Promise<KeyHolder> {
  if (uri.scheme === 'vault') return transitHolder(uri)
  throw new Error(`${uri.scheme}: is not a service or module that holds keys.`)
}
