import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type Signal = (typeof signals)[number]

/** How long work may take to stop on its own. */
const patienceMs = 20_000

/** The exit code that shells use for a process ended by a signal: 130 after Ctrl+C. */
const exitCodeOf = (name: Signal): number => 128 + constants.signals[name]

export type Interruption = Disposable & {
  readonly signal: AbortSignal
  /** The received signal and its exit code; null until one arrives. */
  cause(): { readonly signal: Signal; readonly exitCode: number } | null
}

/** From now on a stop signal interrupts the work instead of ending the process; repeated signals have no effect. */
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
