const aMinute = 60_000
const pausesMs = [250, 1_000, 4_000] as const

/** Answers how long to wait before the next restart, or null when there were three within the time that counts. */
export type CrashLimit = { nextPause(): number | null; forget(): void }

export function createCrashLimit(now: () => number = () => performance.now(), withinMs: number = aMinute): CrashLimit {
  let restarts: number[] = []
  return {
    nextPause() {
      restarts = restarts.filter((at) => now() - at < withinMs)
      const pause = pausesMs[restarts.length] ?? null
      restarts.push(now())
      return pause
    },
    forget() {
      restarts = []
    },
  }
}
