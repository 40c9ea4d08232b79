import { err, ok, type Result } from '../../../shared/result.ts'
import type { Secret } from '../../../shared/secret.ts'
import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'
import { type KeychainProblem, keychainFailure } from './keychain-problems.ts'
import type { TokenVault } from './token-vault.ts'

/** The tokens of the profiles, read from the vault once and then cached until they are forgotten. */
export type OperatorTokens = {
  of(profileId: string): Promise<Result<Secret, ConsoleFailure>>
  put(profileId: string, token: Secret): Promise<Result<null, ConsoleFailure>>
  erase(profileId: string): Promise<Result<null, ConsoleFailure>>
  /** Whether it is certain that there is none. */
  lacks(profileId: string): Promise<boolean>
  /** As far as is known by now. */
  isSignedIn(profileId: string): boolean
  /** Removes all tokens from memory; the vault keeps them. */
  forget(): void
}

/** Where the keychain cannot be read, the operator is asked for the token again; it then serves for this session. */
const signedOut = ({ message, nextStep }: KeychainProblem): ConsoleFailure =>
  consoleFailure('SignedOut', { info: [message, nextStep] })

export function createOperatorTokens(vault: TokenVault, onChange: () => void): OperatorTokens {
  const cached = new Map<string, Secret>()
  const signedIn = new Set<string>()
  let timesChanged = 0
  let timesForgotten = 0

  function remember(profileId: string, token: Secret | null): void {
    const wasSignedIn = signedIn.has(profileId)
    if (token) {
      cached.set(profileId, token)
      signedIn.add(profileId)
    } else {
      cached.delete(profileId)
      signedIn.delete(profileId)
    }
    if (wasSignedIn !== signedIn.has(profileId)) onChange()
  }

  async function change(profileId: string, token: Secret | null): Promise<Result<null, ConsoleFailure>> {
    const changed = await (token ? vault.write(profileId, token) : vault.erase(profileId))
    timesChanged += 1
    if (!changed.ok) return err(keychainFailure(changed.error))
    remember(profileId, token)
    return ok(null)
  }

  /** A token that was read while all were forgotten is not cached; one read while any was changed is read again. */
  async function of(profileId: string): Promise<Result<Secret, ConsoleFailure>> {
    const known = cached.get(profileId)
    if (known) return ok(known)
    const before = { timesChanged, timesForgotten }
    const found = await vault.read(profileId)
    if (before.timesChanged !== timesChanged) return of(profileId)
    if (!found.ok) return err(signedOut(found.error))
    remember(profileId, found.value)
    if (before.timesForgotten !== timesForgotten) cached.delete(profileId)
    return found.value ? ok(found.value) : err(consoleFailure('SignedOut'))
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
    forget: () => {
      timesForgotten += 1
      cached.clear()
    },
  }
}
