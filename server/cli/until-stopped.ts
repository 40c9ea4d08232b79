import { untilGone } from './until-gone.ts'

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** How long a graceful stop may take; a kill loses no data either. */
export const patienceMs = 20_000

function giveUpLater(ms: number): void {
  setTimeout(() => {
    process.stderr.write('strongroom: some connections did not end in time and were closed.\n')
    process.exit()
  }, ms).unref()
}

export type Stop = {
  /** Waits for a stop signal; rejects if `broken` settles first. */
  untilStopped(broken: Promise<Error>): Promise<void>
}

type StopOptions = { readonly whileRuns?: number | undefined; readonly drainMs?: number }

/**
 * From now on a stop signal is handled instead of ending the process. Repeated signals have no effect: npm delivers
 * Ctrl+C twice. The end of the process `whileRuns`, if given, counts as a signal too. `drainMs` is how long the process
 * goes on before it stops.
 */
export function listenForStop({ whileRuns, drainMs = 0 }: StopOptions = {}): Stop {
  const signal = Promise.withResolvers<void>()
  for (const name of signals) process.on(name, () => signal.resolve())
  if (whileRuns !== undefined) void untilGone(whileRuns).then(signal.resolve)
  return {
    untilStopped: async (broken) => {
      const failure = await Promise.race([signal.promise, broken])
      giveUpLater(failure ? patienceMs : patienceMs + drainMs)
      if (failure) throw failure
    },
  }
}
