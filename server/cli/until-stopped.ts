import { untilGone } from './until-gone.ts'

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** How long a graceful stop may take; a kill loses nothing either. */
const patienceMs = 20_000

function giveUpLater(): void {
  setTimeout(() => {
    process.stderr.write('strongroom: some connections did not end in time; they were cut off.\n')
    process.exit()
  }, patienceMs).unref()
}

export type Stop = {
  /** Waits for a signal to stop; rejects when `broken` settles first. */
  untilStopped(broken: Promise<Error>): Promise<void>
}

/**
 * From now on a signal to stop is heard instead of ending the process. One that comes again changes nothing: a Ctrl+C
 * arrives twice where npm stands between. The end of the process `whileRuns`, when one is given, counts as a signal too.
 */
export function listenForStop({ whileRuns }: { readonly whileRuns?: number } = {}): Stop {
  const signal = Promise.withResolvers<void>()
  for (const name of signals) process.on(name, () => signal.resolve())
  if (whileRuns !== undefined) void untilGone(whileRuns).then(signal.resolve)
  return {
    untilStopped: async (broken) => {
      const failure = await Promise.race([signal.promise, broken])
      giveUpLater()
      if (failure) throw failure
    },
  }
}
