import type { KeychainState } from '../../bridge/state.ts'
import type { KeychainCode, KeychainProblem } from './keychain-problems.ts'
import { createMemoryVault } from './memory-vault.ts'
import { done, type TokenVault, type VaultResult } from './token-vault.ts'

export type OpenVault = TokenVault & { state(): KeychainState }

/** These are about the text, not about the keychain: the next token fits. */
const aboutTheText: readonly KeychainCode[] = ['TokenTooLong', 'TokenCutShort']

/**
 * The keychain where it works, else memory for this session; nothing is ever written to a file. What was written or erased
 * meanwhile reaches the keychain with the first `probe` that succeeds again. Ask `probe` once at the start.
 */
export function openVault(keychain: TokenVault, onChange: (state: KeychainState) => void = () => {}): OpenVault {
  const memory = createMemoryVault()
  let problem: KeychainProblem | null = null

  function settle(next: KeychainProblem | null): void {
    const hasChanged = next?.code !== problem?.code
    problem = next
    if (hasChanged) onChange(vault.state())
  }

  /** Tries the keychain unless it is known not to work; what it cannot do is kept for later. */
  async function change(
    inKeychain: () => Promise<VaultResult<null>>,
    inMemory: () => Promise<VaultResult<null>>,
  ): Promise<VaultResult<null>> {
    const tried = problem ? { ok: false as const, problem } : await inKeychain()
    if (tried.ok || aboutTheText.includes(tried.problem.code)) return tried
    settle(tried.problem)
    return inMemory()
  }

  /** Oldest first, until none is left: others may be made while the keychain is at work. */
  async function handOver(): Promise<VaultResult<null>> {
    for (let next = memory.oldest(); next; next = memory.oldest()) {
      const [profileId, token] = next
      const moved = await (token ? keychain.write(profileId, token) : keychain.erase(profileId))
      if (!moved.ok) return moved
      memory.settle(next)
    }
    settle(null)
    return done
  }

  const vault: OpenVault = {
    async read(profileId) {
      if (memory.holds(profileId)) return memory.read(profileId)
      if (problem) return { ok: false, problem }
      const found = await keychain.read(profileId)
      if (!found.ok) settle(found.problem)
      return found
    },
    write: (profileId, token) =>
      change(
        () => keychain.write(profileId, token),
        () => memory.write(profileId, token),
      ),
    erase: (profileId) =>
      change(
        () => keychain.erase(profileId),
        () => memory.erase(profileId),
      ),
    async probe() {
      const probed = await keychain.probe()
      const result = probed.ok ? await handOver() : probed
      if (!result.ok) settle(result.problem)
      return result
    },
    state: () => ({ backend: problem ? 'memory' : 'keychain', problem }),
  }
  return vault
}
