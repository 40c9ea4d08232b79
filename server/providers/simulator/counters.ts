/** Request counts of one API key. */
type Counter = { received: number; inFlight: number; mostInFlight: number }

export type Counters = {
  readonly of: (apiKey: string) => Readonly<Counter>
  /** Requests of all keys. */
  readonly total: () => number
}

export type RunningCounters = Counters & {
  readonly arrive: (apiKey: string) => void
  readonly leave: (apiKey: string) => void
}

export const createCounters = (): RunningCounters => {
  const all = new Map<string, Counter>()
  const entry = (apiKey: string): Counter => all.get(apiKey) ?? { received: 0, inFlight: 0, mostInFlight: 0 }
  return {
    of: entry,
    total: () => [...all.values()].reduce((sum, { received }) => sum + received, 0),
    arrive: (apiKey) => {
      const { received, inFlight, mostInFlight } = entry(apiKey)
      const now = inFlight + 1
      all.set(apiKey, { received: received + 1, inFlight: now, mostInFlight: Math.max(mostInFlight, now) })
    },
    leave: (apiKey) => {
      const counter = entry(apiKey)
      all.set(apiKey, { ...counter, inFlight: counter.inFlight - 1 })
    },
  }
}
