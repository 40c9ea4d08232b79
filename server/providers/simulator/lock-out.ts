import type { SimulatorKey } from './state.ts'

/** Copper's documented rule: 30 failed authentications of a key within an hour lock it for 15 minutes. */
const copperLimit = 30
const hourMs = 3_600_000
const lockedForMs = 900_000

export type LockOut = {
  readonly isLocked: (key: SimulatorKey) => boolean
  readonly countFailure: (key: SimulatorKey) => void
}

const limitOf = (key: SimulatorKey): number =>
  key.lockOutAfter ?? (key.provider === 'copper' ? copperLimit : Number.POSITIVE_INFINITY)

export const createLockOut = (now: () => number): LockOut => {
  const failures = new Map<string, number[]>()
  const lockedUntil = new Map<string, number>()
  return {
    isLocked: (key) => (lockedUntil.get(key.apiKey) ?? 0) > now(),
    countFailure: (key) => {
      const recent = [...(failures.get(key.apiKey) ?? []), now()].filter((at) => at > now() - hourMs)
      failures.set(key.apiKey, recent)
      if (recent.length < limitOf(key)) return
      lockedUntil.set(key.apiKey, now() + lockedForMs)
      failures.delete(key.apiKey)
    },
  }
}
