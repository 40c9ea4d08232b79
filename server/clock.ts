/** Wall-clock time in epoch milliseconds that never goes back, so that what has expired stays expired. */
export type Clock = { now(): number }

export function createClock(wall: () => number = Date.now): Clock {
  let latest = 0
  return {
    now: () => {
      latest = Math.max(latest, wall())
      return latest
    },
  }
}
