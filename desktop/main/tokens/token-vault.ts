import { ok, type Result } from '../../../shared/result.ts'
import type { Secret } from '../../../shared/secret.ts'
import type { KeychainProblem } from './keychain-problems.ts'

/** Where operator tokens are stored, one per profile. It never throws. */
export type TokenVault = {
  /** null only where it is certain that there is none; a vault that cannot look says why. */
  read(profileId: string): Promise<Result<Secret | null, KeychainProblem>>
  write(profileId: string, token: Secret): Promise<Result<null, KeychainProblem>>
  /** Also succeeds where there was none. */
  erase(profileId: string): Promise<Result<null, KeychainProblem>>
  /** Whether an entry can be written, read back and erased at this moment. */
  probe(): Promise<Result<null, KeychainProblem>>
}

/** A write that this session made for a profile: its token, or null where it was erased. */
export type VaultEntry = readonly [profileId: string, token: Secret | null]

export type MemoryVault = TokenVault & {
  holds(profileId: string): boolean
  oldest(): VaultEntry | undefined
  /** Removes an entry unless it was replaced since; whether it did. */
  remove(entry: VaultEntry): boolean
}

/** Keeps tokens until the process ends; `erased` starts with profiles whose token was erased before. */
export function createMemoryVault(erased: readonly string[] = []): MemoryVault {
  const entries = new Map<string, Secret | null>(erased.map((profileId) => [profileId, null]))
  return {
    read: async (profileId) => ok(entries.get(profileId) ?? null),
    async write(profileId, token) {
      entries.set(profileId, token)
      return ok(null)
    },
    async erase(profileId) {
      entries.set(profileId, null)
      return ok(null)
    },
    probe: async () => ok(null),
    holds: (profileId) => entries.has(profileId),
    oldest: () => entries.entries().next().value,
    remove: ([profileId, token]) => entries.get(profileId) === token && entries.delete(profileId),
  }
}
