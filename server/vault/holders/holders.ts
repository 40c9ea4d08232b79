import type { KeyUri } from '../key-uri.ts'
import { awsKmsHolder } from './aws-kms.ts'
import { googleKmsHolder } from './google-kms.ts'
import type { KeyHolder } from './holder.ts'
import { pkcs11Holder } from './pkcs11/pkcs11.ts'
import { transitHolder } from './vault-transit.ts'

/** The holder that a URI names. Throws an `Error` where the URI is not complete. */
export async function holderAt(uri: KeyUri): Promise<KeyHolder> {
  if (uri.scheme === 'awskms') return awsKmsHolder(uri)
  if (uri.scheme === 'gcpkms') return googleKmsHolder(uri)
  if (uri.scheme === 'pkcs11') return pkcs11Holder(uri)
  if (uri.scheme === 'vault') return transitHolder(uri)
  throw new Error(`${uri.scheme}: is not a service or module that holds keys.`)
}
