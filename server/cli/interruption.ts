import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type Signal = (typeof signals)[number]

/** How long work may take to stop by itself. */
const patienceMs = 20_000

/** The exit code of a process that a signal ended, as shells have it: 130 after Ctrl+C. */
const exitCodeOf = (name: Signal): number => 128 + constants.signals[name]

export type Interruption = Disposable & {
  readonly signal: AbortSignal
  /** The signal that came, with the exit code that tells of it; null while none has. */
  cause(): { readonly signal: Signal; readonly exitCode: number } | null
}

/** From now on a signal to stop interrupts the work instead of ending the process; one that comes again changes nothing. */
export function listenForInterruption(): Interruption {
  const controller = new AbortController()
  let cause: ReturnType<Interruption['cause']> = null
  const interrupt = (name: Signal) => {
    if (cause) return
    const exitCode = exitCodeOf(name)
    cause = { signal: name, exitCode }
    setTimeout(() => process.exit(exitCode), patienceMs).unref()
    controller.abort()
  }
  for (const name of signals) process.on(name, interrupt)
  return {
    signal: controller.signal,
    cause: () => cause,
    [Symbol.dispose]() {
      for (const name of signals) process.off(name, interrupt)
    },
  }
}
