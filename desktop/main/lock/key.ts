import type { Secret } from '../../../shared/secret.ts'
import { answer, refuse } from '../../bridge/answer.ts'
import { keychainFailed } from '../tokens/keychain-failed.ts'
import type { TokenVault, VaultResult } from '../tokens/token-vault.ts'
import { isSameToken } from './same-token.ts'

/** What is held against the lock. */
export type Key =
  | { readonly with: 'passphrase'; readonly passphrase: Secret }
  | { readonly with: 'token'; readonly token: Secret }
  | { readonly with: 'button' }

type Profile = { readonly id: string; readonly kind: 'server' | 'local' }

/** The profile in use, or null, and all there are. */
export type Guarded = readonly [inUse: Profile | null, ...all: Profile[]]

/**
 * The token that guards the lock: the first there is of the servers, of which the one in use comes first. Another one that
 * cannot be read now is of no use to anybody either.
 */
async function guard([inUse, ...all]: Guarded, vault: TokenVault): Promise<VaultResult<Secret | null>> {
  const none: VaultResult<null> = { ok: true, value: null }
  const first = inUse?.kind === 'server' ? await vault.read(inUse.id) : none
  if (!first.ok || first.value) return first
  for (const { id, kind } of all) {
    const found = kind === 'server' ? await vault.read(id) : none
    if (found.ok && found.value) return found
  }
  return none
}

/** The right token unlocks also where a passphrase is set: it serves who forgot that. */
export async function tokenFits(token: Secret, profiles: Guarded, vault: TokenVault) {
  const stored = await guard(profiles, vault)
  if (!stored.ok) return keychainFailed(stored.problem)
  return stored.value && isSameToken(stored.value, token) ? answer(null) : refuse('NotUnlocked')
}

/** Where no passphrase is set and no token of a server is left to guard: that of this machine's own nobody has seen. */
export async function buttonFits(profiles: Guarded, vault: TokenVault) {
  const stored = await guard(profiles, vault)
  if (!stored.ok) return keychainFailed(stored.problem)
  return stored.value
    ? refuse('NotUnlocked', { info: ['This takes the operator token of the profile.'] })
    : answer(null)
}
