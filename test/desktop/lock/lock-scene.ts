import { createHmac } from 'node:crypto'
import { createLock, type Lock, type LockParts } from '../../../desktop/main/lock/lock.ts'
import type { DeriveKey } from '../../../desktop/main/lock/passphrase.ts'
import { createMemoryVault, type TokenVault } from '../../../desktop/main/tokens/token-vault.ts'
import { mintToken } from '../../../server/access/token-text.ts'
import { Secret } from '../../../shared/secret.ts'

export const minute = 60_000

/** A lock whose clocks the test turns. */
export type LockScene = {
  readonly lock: Lock
  readonly vault: TokenVault
  readonly token: Secret
  readonly clocks: { monotonic: number; wall: number; osIdleSeconds: number }
  readonly states: ReturnType<Lock['state']>[]
  /** Both clocks go on. */
  pass(ms: number): void
  /** The console is ended and started again, with the same keychain. */
  restart(parts?: Partial<LockParts>): Promise<LockScene>
}

type LockSceneOptions = {
  readonly vault?: TokenVault
  readonly token?: Secret
  readonly parts?: Partial<LockParts>
  readonly isRestored?: boolean
}

/** Deriving at the real cost is for passphrase.test.ts and the console: half a second of CPU for each attempt. */
export const deriveQuickly: DeriveKey = async (passphrase, salt) =>
  createHmac('sha256', salt).update(passphrase).digest()

const profile = { id: crypto.randomUUID(), kind: 'server' } as const

export async function setLockScene(options: LockSceneOptions = {}): Promise<LockScene> {
  const { vault = createMemoryVault(), token = new Secret(mintToken()), parts, isRestored = true } = options
  const clocks = { monotonic: 5_000, wall: Date.UTC(2026, 0, 1), osIdleSeconds: 0 }
  const states: LockScene['states'] = []
  await vault.write(profile.id, token)
  const lock = createLock({
    vault,
    idleMinutes: () => 10,
    profiles: () => [profile],
    unlocksWithSystem: () => false,
    monotonic: () => clocks.monotonic,
    wall: () => clocks.wall,
    osIdleSeconds: () => clocks.osIdleSeconds,
    onChange: (state) => states.push(state),
    deriveKey: deriveQuickly,
    ...parts,
  })
  if (isRestored) await lock.restore()
  return {
    lock,
    vault,
    token,
    clocks,
    states,
    pass(ms) {
      clocks.monotonic += ms
      clocks.wall += ms
    },
    restart: (more) => setLockScene({ vault, token, parts: { ...parts, ...more } }),
  }
}
