import { err, ok, type Result } from '../../../shared/result.ts'
import type { KeychainState } from '../../bridge/state.ts'
import { isKeychainBroken, type KeychainProblem } from './keychain-problems.ts'
import { createMemoryVault, type TokenVault } from './token-vault.ts'

export type VaultWithFallback = TokenVault & { state(): KeychainState }

/** Profiles whose token the keychain has yet to erase. `save` keeps them beyond the end of the console. */
export type PendingErasures = { readonly ids: readonly string[]; save(ids: readonly string[]): void }

const noErasures: PendingErasures = { ids: [], save: () => {} }

/** The set of pending erasures, saved at each change. */
function trackErasures({ ids, save }: PendingErasures) {
  const pending = new Set(ids)
  return {
    ids: () => [...pending],
    add(profileId: string): void {
      if (pending.has(profileId)) return
      pending.add(profileId)
      save([...pending])
    },
    remove(profileId: string): void {
      if (pending.delete(profileId)) save([...pending])
    },
  }
}

/** Why the keychain cannot be used now, or null; `onChange` is called when that changes. */
function trackProblem(onChange: () => void) {
  let problem: KeychainProblem | null = null
  return {
    current: () => problem,
    set(next: KeychainProblem | null): void {
      const hasChanged = next?.code !== problem?.code
      problem = next
      if (hasChanged) onChange()
    },
  }
}

type Memory = ReturnType<typeof createMemoryVault>
type Change = (vault: TokenVault) => Promise<Result<null, KeychainProblem>>

type Fallback = {
  readonly keychain: TokenVault
  readonly memory: Memory
  readonly erasures: ReturnType<typeof trackErasures>
  readonly problem: ReturnType<typeof trackProblem>
}

/** Tries the keychain unless it is known not to work; what it cannot do is kept in memory for later. */
async function apply(
  { keychain, memory, erasures, problem }: Fallback,
  profileId: string,
  change: Change,
): Promise<Result<null, KeychainProblem>> {
  const isToErase = memory.holds(profileId)
  const known = problem.current()
  const tried = known ? err(known) : await change(keychain)
  if (!tried.ok && isKeychainBroken(tried.error.code)) {
    problem.set(tried.error)
    return change(memory)
  }
  if (tried.ok) {
    if (isToErase) memory.remove([profileId, null])
    erasures.remove(profileId)
  }
  return tried
}

/** Oldest first, until none is left: more may be added while the keychain is at work. */
async function moveToKeychain({
  keychain,
  memory,
  erasures,
  problem,
}: Fallback): Promise<Result<null, KeychainProblem>> {
  for (let entry = memory.oldest(); entry; entry = memory.oldest()) {
    const [profileId, token] = entry
    const moved = await (token ? keychain.write(profileId, token) : keychain.erase(profileId))
    if (!moved.ok) return moved
    if (memory.remove(entry)) erasures.remove(profileId)
  }
  problem.set(null)
  return ok(null)
}

async function readFrom({ keychain, memory, problem }: Fallback, profileId: string): ReturnType<TokenVault['read']> {
  if (memory.holds(profileId)) return memory.read(profileId)
  const known = problem.current()
  if (known) return err(known)
  const found = await keychain.read(profileId)
  if (!found.ok) problem.set(found.error)
  return found
}

/**
 * The keychain where it works, else memory for this session; a token is never written to a file. What was written or
 * erased meanwhile reaches the keychain with the next `probe` that succeeds, an erasure also after a restart. Call `probe`
 * once at the start.
 */
export function createVaultWithFallback(
  keychain: TokenVault,
  onChange: (state: KeychainState) => void = () => {},
  pendingErasures: PendingErasures = noErasures,
): VaultWithFallback {
  const memory = createMemoryVault(pendingErasures.ids)
  const erasures = trackErasures(pendingErasures)
  const problem = trackProblem(() => onChange(state()))
  const fallback = { keychain, memory, erasures, problem }

  const state = (): KeychainState => ({
    backend: problem.current() ? 'memory' : 'keychain',
    problem: problem.current(),
    unerased: erasures.ids(),
  })

  return {
    read: (profileId) => readFrom(fallback, profileId),
    write: (profileId, token) => apply(fallback, profileId, (vault) => vault.write(profileId, token)),
    async erase(profileId) {
      const erased = await apply(fallback, profileId, (vault) => vault.erase(profileId))
      if (memory.holds(profileId)) erasures.add(profileId)
      return erased
    },
    async probe() {
      const probed = await keychain.probe()
      const result = probed.ok ? await moveToKeychain(fallback) : probed
      if (!result.ok) problem.set(result.error)
      return result
    },
    state,
  }
}
