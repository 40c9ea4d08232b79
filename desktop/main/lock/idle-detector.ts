export type Clocks = {
  /** Milliseconds that never go back; on Linux the clock stands still while the machine sleeps. */
  readonly monotonic: () => number
  /** Milliseconds since 1970; the system clock can be set. */
  readonly wall: () => number
  /** Seconds since the system last saw keyboard or mouse input; some systems always report 0. */
  readonly osIdleSeconds: () => number
}

/** How far the two clocks may drift apart between two checks before it means sleep or a clock that was set. */
const toleratedDriftMs = 60_000

/** Detects idle and sleep. */
export function createIdleDetector({ monotonic, wall, osIdleSeconds }: Clocks) {
  const now = () => ({ monotonic: monotonic(), wall: wall() })
  let lastTouch = now()
  let lastCheck = lastTouch

  return {
    /** A key or a click reached the console. */
    touch(): void {
      lastTouch = now()
    },
    /** `idle` after so many minutes without input; `sleep` if the machine slept or its clock was set since the last call. */
    reasonToLock(idleMinutes: number): 'idle' | 'sleep' | null {
      const current = now()
      const ranMs = current.monotonic - lastCheck.monotonic
      const passedMs = current.wall - lastCheck.wall
      lastCheck = current
      if (Math.abs(passedMs - ranMs) > toleratedDriftMs) return 'sleep'
      const limitMs = idleMinutes * 60_000
      const untouchedMs = Math.max(current.monotonic - lastTouch.monotonic, current.wall - lastTouch.wall)
      return untouchedMs >= limitMs || osIdleSeconds() * 1_000 >= limitMs ? 'idle' : null
    },
  }
}

const userInput: ReadonlySet<string> = new Set(['rawKeyDown', 'keyDown', 'mouseDown', 'mouseWheel', 'touchStart'])

/** Whether an input event comes from a person; pointer moves also fire when a page repaints or a table is pushed. */
export const isUserInput = (type: string): boolean => userInput.has(type)
