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

/** What this session decided for a profile: its token, or null where it was erased. */
export type Decision = readonly [profileId: string, token: Secret | null]

export type MemoryVault = TokenVault & {
  holds(profileId: string): boolean
  oldest(): Decision | undefined
  /** Lets go of a decision unless another one came meanwhile; whether it did. */
  settle(decision: Decision): boolean
}

/** Keeps tokens until the process ends; `erased` were erased before. */
export function createMemoryVault(erased: readonly string[] = []): MemoryVault {
  const decisions = new Map<string, Secret | null>(erased.map((profileId) => [profileId, null]))
  return {
    read: async (profileId) => ({ ok: true, value: decisions.get(profileId) ?? null }),
    async write(profileId, token) {
      decisions.set(profileId, token)
      return done
    },
    async erase(profileId) {
      decisions.set(profileId, null)
      return done
    },
    probe: async () => done,
    holds: (profileId) => decisions.has(profileId),
    oldest: () => decisions.entries().next().value,
    settle: ([profileId, token]) => decisions.get(profileId) === token && decisions.delete(profileId),
  }
}
