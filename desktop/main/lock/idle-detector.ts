export type Clocks = {
  /** Milliseconds that never go back; on Linux they stand still while the machine sleeps. */
  readonly monotonic: () => number
  /** Milliseconds since 1970, as anybody may set them. */
  readonly wall: () => number
  /** Seconds since the system last saw a key or the mouse; some systems always say 0. */
  readonly osIdleSeconds: () => number
}

/** By how much the two clocks may differ from one check to the next before the machine has slept or its clock was set. */
const toleratedMs = 60_000

/** Notices that nobody is there. */
export function watchAbsence({ monotonic, wall, osIdleSeconds }: Clocks) {
  const now = () => ({ monotonic: monotonic(), wall: wall() })
  let [touched, checked] = [now(), now()]

  return {
    /** A key or a click reached the console. */
    touch(): void {
      touched = now()
    },
    /** Whether nobody was there for so long, or the machine slept or had its clock set since this was last asked. */
    reasonToLock(idleMinutes: number): 'idle' | 'sleep' | null {
      const [last, current, limitMs] = [checked, now(), idleMinutes * 60_000]
      checked = current
      const [ran, passed] = [current.monotonic - last.monotonic, current.wall - last.wall]
      if (Math.abs(passed - ran) > toleratedMs) return 'sleep'
      const untouched = Math.max(current.monotonic - touched.monotonic, current.wall - touched.wall)
      return untouched >= limitMs || osIdleSeconds() * 1_000 >= limitMs ? 'idle' : null
    },
  }
}

const touches: ReadonlySet<string> = new Set(['rawKeyDown', 'keyDown', 'mouseDown', 'mouseWheel', 'touchStart'])

/** Whether an input event is a person's doing; a pointer moves also when a page is drawn anew or a table is pushed. */
export const isTouch = (type: string): boolean => touches.has(type)
