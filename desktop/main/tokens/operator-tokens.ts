import type { Secret } from '../../../shared/secret.ts'
import { type Answer, answer, refuse } from '../../bridge/answer.ts'
import { keychainFailed } from './keychain-failed.ts'
import type { KeychainProblem } from './keychain-problems.ts'
import type { TokenVault, VaultResult } from './token-vault.ts'

/** The tokens of the profiles as the console uses them: asked of the vault once, then known until they are let go. */
export type OperatorTokens = {
  of(profileId: string): Promise<Answer<Secret>>
  put(profileId: string, token: Secret): Promise<Answer<null>>
  erase(profileId: string): Promise<Answer<null>>
  /** Whether it is certain that there is none. */
  lacks(profileId: string): Promise<boolean>
  /** As far as is known by now. */
  isSignedIn(profileId: string): boolean
  /** Lets go of what is held in memory; the vault keeps it. */
  letGo(): void
}

const asAnswer = <Value>(result: VaultResult<Value>): Answer<Value> =>
  result.ok ? answer(result.value) : keychainFailed(result.problem)

/** A token that the keychain does not give is asked for again: it then serves for this session. */
const unread = ({ message, nextStep }: KeychainProblem): Answer<never> =>
  refuse('SignedOut', { info: [message, nextStep] })

export function createOperatorTokens(vault: TokenVault, onChange: () => void): OperatorTokens {
  const held = new Map<string, Secret>()
  const signedIn = new Set<string>()

  function note(profileId: string, token: Secret | null): void {
    const knew = signedIn.has(profileId)
    if (token) held.set(profileId, token)
    else held.delete(profileId)
    signedIn[token ? 'add' : 'delete'](profileId)
    if (knew !== signedIn.has(profileId)) onChange()
  }

  return {
    of: async (profileId) => {
      const known = held.get(profileId)
      if (known) return answer(known)
      const found = await vault.read(profileId)
      if (!found.ok) return unread(found.problem)
      note(profileId, found.value)
      return found.value ? answer(found.value) : refuse('SignedOut')
    },
    put: async (profileId, token) => {
      const written = await vault.write(profileId, token)
      if (written.ok) note(profileId, token)
      return asAnswer(written)
    },
    erase: async (profileId) => {
      const erased = await vault.erase(profileId)
      if (erased.ok) note(profileId, null)
      return asAnswer(erased)
    },
    lacks: async (profileId) => {
      const found = await vault.read(profileId)
      return found.ok && found.value === null
    },
    isSignedIn: (profileId) => signedIn.has(profileId),
    letGo: () => held.clear(),
  }
}
