import type { Secret } from '../../../shared/secret.ts'
import type { KeychainProblem } from './keychain-problems.ts'

export type VaultResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: KeychainProblem }

/** Where operator tokens rest, one per profile. It never throws. */
export type TokenVault = {
  /** null only where it is certain that there is none; a vault that cannot look says why. */
  read(profileId: string): Promise<VaultResult<Secret | null>>
  write(profileId: string, token: Secret): Promise<VaultResult<null>>
  /** Also succeeds where there was none. */
  erase(profileId: string): Promise<VaultResult<null>>
  /** Whether an entry can be written, read back and erased at this moment. */
  probe(): Promise<VaultResult<null>>
}

export const done: VaultResult<null> = { ok: true, value: null }
