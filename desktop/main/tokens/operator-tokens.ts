import type { Secret } from '../../../shared/secret.ts'
import { type Answer, answer, refuse } from '../../bridge/answer.ts'
import { type KeychainProblem, keychainFailed } from './keychain-problems.ts'
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
  let [timesChanged, timesLetGo] = [0, 0]

  function note(profileId: string, token: Secret | null): void {
    const knew = signedIn.has(profileId)
    if (token) held.set(profileId, token)
    else held.delete(profileId)
    signedIn[token ? 'add' : 'delete'](profileId)
    if (knew !== signedIn.has(profileId)) onChange()
  }

  async function change(profileId: string, token: Secret | null): Promise<Answer<null>> {
    const changed = await (token ? vault.write(profileId, token) : vault.erase(profileId))
    timesChanged += 1
    if (changed.ok) note(profileId, token)
    return asAnswer(changed)
  }

  /** What was on its way while all was let go is not held, and while one was changed may not be what there is now. */
  async function of(profileId: string): Promise<Answer<Secret>> {
    const known = held.get(profileId)
    if (known) return answer(known)
    const before = { timesChanged, timesLetGo }
    const found = await vault.read(profileId)
    if (before.timesChanged !== timesChanged) return of(profileId)
    if (!found.ok) return unread(found.problem)
    note(profileId, found.value)
    if (before.timesLetGo !== timesLetGo) held.delete(profileId)
    return found.value ? answer(found.value) : refuse('SignedOut')
  }

  return {
    of,
    put: change,
    erase: (profileId) => change(profileId, null),
    lacks: async (profileId) => {
      const found = await vault.read(profileId)
      return found.ok && found.value === null
    },
    isSignedIn: (profileId) => signedIn.has(profileId),
    letGo: () => {
      timesLetGo += 1
      held.clear()
    },
  }
}
