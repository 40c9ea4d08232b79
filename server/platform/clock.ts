import { uptime } from 'node:os'

/** Monotonic time in epoch milliseconds, so that what has expired stays expired. */
export type Clock = { now(): number }

export type ClockOptions = {
  /** The system clock in epoch milliseconds, which may be set at any time. */
  readonly wall?: () => number
  /** Milliseconds since any fixed moment. Cannot be set, and stands still while the machine sleeps. */
  readonly awake?: () => number
  /** The same, but it continues while the machine sleeps. Slower to read and less precise. */
  readonly sinceBoot?: () => number
  /** Called with the milliseconds by which the system clock was changed, and with 0 once it agrees again. */
  readonly onStep?: (milliseconds: number) => void
}

/** NTP makes smaller corrections while a server runs. In milliseconds. */
const largestCorrection = 2_000

const isStep = (difference: number): boolean => Math.abs(difference) > largestCorrection

/**
 * Follows the system clock while it agrees with the elapsed time. If it is changed by more than two seconds, time
 * continues from where it was: a clock that jumps ahead expires no token, and one that is set back revives none.
 */
export function createClock(options: ClockOptions = {}): Clock {
  const { wall = Date.now, awake = () => performance.now(), sinceBoot = () => uptime() * 1000 } = options
  const timeAsleep = () => sinceBoot() - awake()
  let agreed = { wall: wall(), awake: awake(), asleep: timeAsleep() }
  let wasSet = false
  let latest = 0

  const tell = (difference: number): void => {
    const isSet = isStep(difference)
    if (isSet !== wasSet) options.onStep?.(isSet ? Math.round(difference) : 0)
    wasSet = isSet
  }

  function read(): number {
    const time = { wall: wall(), awake: awake(), asleep: agreed.asleep }
    const expectedAwake = agreed.wall + time.awake - agreed.awake
    if (isStep(time.wall - expectedAwake)) time.asleep = timeAsleep()
    const expected = expectedAwake + time.asleep - agreed.asleep
    tell(time.wall - expected)
    if (wasSet) return Math.floor(expected)
    agreed = time
    return time.wall
  }

  return {
    now: () => {
      latest = Math.max(latest, read())
      return latest
    },
  }
}
