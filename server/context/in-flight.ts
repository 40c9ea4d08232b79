/** Work that a stop waits for, since it goes on when the caller who asked for it hangs up. */
export type InFlight = AsyncDisposable & {
  track<Outcome>(work: Promise<Outcome>): Promise<Outcome>
}

export function createInFlight(): InFlight {
  const open = new Set<Promise<unknown>>()
  return {
    track: (work) => {
      open.add(work)
      const done = () => void open.delete(work)
      work.then(done, done)
      return work
    },
    [Symbol.asyncDispose]: async () => void (await Promise.allSettled(open)),
  }
}
