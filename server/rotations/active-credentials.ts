import { type Failure, failureOfCode } from '../../shared/failure.ts'
import type { Parts } from '../context/parts.ts'
import type { CustodianRecord } from '../store/records.ts'
import type { StoredCredentials } from '../store/store.ts'
import type { Credentials } from '../vault/credentials.ts'
import { DamagedCredentials } from '../vault/seal.ts'

/** The active credentials: none stored yet, opened, or damaged. */
export type ActiveCredentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'opened'; readonly credentials: Credentials; readonly version: number }
  | { readonly kind: 'damaged'; readonly reason: string }

/** Opens the active credentials. Missing ones, or those of another version or custodian, count as damage and are logged. */
export async function openActiveCredentials(
  { custodian, current }: StoredCredentials,
  { vault, log }: Pick<Parts, 'vault' | 'log'>,
): Promise<ActiveCredentials> {
  const { custodianId, credentialVersion: version } = custodian
  const damaged = (reason: string): ActiveCredentials => {
    log.error({ custodianId, version, reason }, 'stored credentials are damaged; rotate the custodian to new keys')
    return { kind: 'damaged', reason }
  }
  if (!current) return version === 0 ? { kind: 'none' } : damaged(`version ${version} is missing`)
  if (current.version !== version) return damaged(`version ${current.version} is stored in place of version ${version}`)
  try {
    return { kind: 'opened', version, credentials: await vault.open(current.sealed, current) }
  } catch (error) {
    if (!(error instanceof DamagedCredentials)) throw error
    return damaged(error.message)
  }
}

/** The failure for a request that needs damaged credentials. */
export const failureOfDamage = ({ custodianId }: CustodianRecord): Failure =>
  failureOfCode('DataTampered', {
    message:
      `The stored credentials of custodian ${custodianId} cannot be used: they were changed or deleted outside Strongroom. ` +
      'The provider was not contacted. Run "strongroom doctor", then rotate this custodian to new keys or restore a backup.',
    info: ['reason=credentials-damaged'],
  })
