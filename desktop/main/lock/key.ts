import type { Secret } from '../../../shared/secret.ts'
import { answer, refuse } from '../../bridge/answer.ts'
import { keychainFailed } from '../tokens/keychain-failed.ts'
import type { TokenVault } from '../tokens/token-vault.ts'
import { isSameToken } from './same-token.ts'

/** What is held against the lock. The button is for a profile whose token nobody has seen, or that has none. */
export type Key =
  | { readonly with: 'passphrase'; readonly passphrase: Secret }
  | { readonly with: 'token'; readonly token: Secret }
  | { readonly with: 'button' }

export type ActiveProfile = { readonly id: string; readonly kind: 'server' | 'local' }

/** The right token unlocks also where a passphrase is set: it serves who forgot that. */
export async function tokenFits(token: Secret, profile: ActiveProfile | null, vault: TokenVault) {
  if (!profile) return refuse('NotUnlocked')
  const stored = await vault.read(profile.id)
  if (!stored.ok) return keychainFailed(stored.problem)
  return stored.value && isSameToken(stored.value, token) ? answer(null) : refuse('NotUnlocked')
}

/** Where no passphrase is set: for the machine's own server, and where no token is left to guard. */
export async function buttonFits(profile: ActiveProfile | null, vault: TokenVault) {
  if (profile?.kind !== 'server') return answer(null)
  const stored = await vault.read(profile.id)
  if (!stored.ok) return keychainFailed(stored.problem)
  return stored.value
    ? refuse('NotUnlocked', { info: ['This takes the operator token of the profile.'] })
    : answer(null)
}
