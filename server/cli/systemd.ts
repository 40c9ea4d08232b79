import { note } from './output.ts'

/** Tells systemd what becomes of a service with `Type=notify`; silent where no service manager listens. */
export type Systemd = Disposable & {
  ready(status: string): Promise<void>
  /** `ms` is how long the stop may take from now on. */
  stopping(ms: number): Promise<void>
}

/** Longer than systemd-notify itself waits for the service manager. */
const patienceMs = 10_000

/** Node has no datagram sockets of the Unix domain, so systemd's own program sends the message. */
async function notify(...assignments: readonly string[]): Promise<void> {
  // Loaded lazily: only a service needs it.
  const { execFile } = await import('node:child_process')
  const { promise, resolve } = Promise.withResolvers<void>()
  execFile('systemd-notify', assignments, { timeout: patienceMs }, (error) => {
    if (error) note(`strongroom: systemd could not be notified: ${error.message}`)
    resolve()
  })
  return promise
}

/** Milliseconds between two reports, twice as often as systemd wants them; 0 where it wants none. */
function reportEvery({ WATCHDOG_USEC = '' }: NodeJS.ProcessEnv): number {
  return /^\d{1,15}$/.test(WATCHDOG_USEC) ? Number(WATCHDOG_USEC) / 2_000 : 0
}

/** Opens the way to the service manager that started this process, if there is one that wants to be notified. */
export function openSystemd(env: NodeJS.ProcessEnv = process.env): Systemd {
  if (!env.NOTIFY_SOCKET) return { ready: async () => {}, stopping: async () => {}, [Symbol.dispose]: () => {} }
  let reports: NodeJS.Timeout | undefined
  return {
    ready: async (status) => {
      await notify('READY=1', `STATUS=${status}`)
      const ms = reportEvery(env)
      // Each shows that the event loop turns; a process that hangs is killed and started again.
      if (ms > 0) reports = setInterval(() => void notify('WATCHDOG=1'), ms).unref()
    },
    stopping: (ms) => notify('STOPPING=1', 'STATUS=Stopping', `EXTEND_TIMEOUT_USEC=${ms * 1_000}`),
    [Symbol.dispose]: () => clearInterval(reports),
  }
}
