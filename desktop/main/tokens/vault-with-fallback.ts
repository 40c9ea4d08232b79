import type { KeychainState } from '../../bridge/state.ts'
import type { KeychainCode, KeychainProblem } from './keychain-problems.ts'
import { createMemoryVault, done, type TokenVault, type VaultResult } from './token-vault.ts'

export type OpenVault = TokenVault & { state(): KeychainState }

/** What the keychain is still to erase, by profile; to be kept beyond the end of the console, which may come first. */
export type Erasures = { readonly ids: readonly string[]; note(ids: readonly string[]): void }

const noErasures: Erasures = { ids: [], note: () => {} }

/** These are about the text, not about the keychain: the next token fits. */
const aboutTheText: readonly KeychainCode[] = ['TokenTooLong', 'TokenCutShort']

/**
 * The keychain where it works, else memory for this session; nothing is ever written to a file. What was written or erased
 * meanwhile reaches the keychain with the first `probe` that succeeds again, an erasure also at a later start. Ask `probe`
 * once at the start.
 */
export function openVault(
  keychain: TokenVault,
  onChange: (state: KeychainState) => void = () => {},
  erasures: Erasures = noErasures,
): OpenVault {
  const memory = createMemoryVault(erasures.ids)
  const unerased = new Set(erasures.ids)
  let problem: KeychainProblem | null = null

  function settle(next: KeychainProblem | null): void {
    const hasChanged = next?.code !== problem?.code
    problem = next
    if (hasChanged) onChange(vault.state())
  }

  const noteErasures = () => erasures.note([...unerased])

  /** The keychain has what was decided last. */
  function reached(profileId: string): void {
    if (unerased.delete(profileId)) noteErasures()
  }

  /** Tries the keychain unless it is known not to work; what it cannot do is kept for later. */
  async function change(profileId: string, write: (vault: TokenVault) => Promise<VaultResult<null>>) {
    const isToErase = memory.holds(profileId)
    const tried = problem ? { ok: false as const, problem } : await write(keychain)
    if (!tried.ok && !aboutTheText.includes(tried.problem.code)) {
      settle(tried.problem)
      return write(memory)
    }
    if (tried.ok) {
      if (isToErase) memory.settle([profileId, null])
      reached(profileId)
    }
    return tried
  }

  /** Oldest first, until none is left: others may be made while the keychain is at work. */
  async function handOver(): Promise<VaultResult<null>> {
    for (let next = memory.oldest(); next; next = memory.oldest()) {
      const [profileId, token] = next
      const moved = await (token ? keychain.write(profileId, token) : keychain.erase(profileId))
      if (!moved.ok) return moved
      if (memory.settle(next)) reached(profileId)
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
    write: (profileId, token) => change(profileId, (to) => to.write(profileId, token)),
    async erase(profileId) {
      const erased = await change(profileId, (from) => from.erase(profileId))
      if (memory.holds(profileId) && !unerased.has(profileId)) {
        unerased.add(profileId)
        noteErasures()
      }
      return erased
    },
    async probe() {
      const probed = await keychain.probe()
      const result = probed.ok ? await handOver() : probed
      if (!result.ok) settle(result.problem)
      return result
    },
    state: () => ({ backend: problem ? 'memory' : 'keychain', problem, unerased: [...unerased] }),
  }
  return vault
}
