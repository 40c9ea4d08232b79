const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** How long a graceful stop may take; a kill loses nothing either. */
const patienceMs = 20_000

function giveUpLater(): void {
  setTimeout(() => {
    process.stderr.write('strongroom: some connections did not end in time; they were cut off.\n')
    process.exit()
  }, patienceMs).unref()
}

/**
 * Waits for a signal to stop; rejects when `broken` settles first. A signal that comes again changes nothing: a Ctrl+C
 * arrives twice where npm stands between.
 */
export async function untilStopped(broken: Promise<Error>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  for (const signal of signals) process.on(signal, () => resolve())
  void broken.then(reject)
  try {
    await promise
  } finally {
    giveUpLater()
  }
}
