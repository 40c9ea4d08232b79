import type { Child } from './fork.ts'

/** How long each way of asking may take. The server itself cuts its connections off after 20 seconds. */
const patienceMs = { polite: 21_000, firm: 3_000 } as const

function endsWithin(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  ended.then(() => resolve(true)).finally(() => clearTimeout(timer))
  return promise
}

/** Sends a signal of the system; `kill` of a utility process knows but one. */
export function signal({ pid }: Child, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

/** Asks a server to stop, which lets what is under way come to its end; one that does not is ended all the same. */
export async function endPolitely(child: Child, ended: Promise<unknown>): Promise<void> {
  // A child that has ended may have no way left to be asked.
  if (await endsWithin(ended, 0)) return
  child.postMessage('stop')
  if (!(await endsWithin(ended, patienceMs.polite))) await endNow(child, ended)
}

/** Ends a child at once; what it has confirmed is stored. */
export async function endNow(child: Child, ended: Promise<unknown>): Promise<void> {
  child.kill()
  if (await endsWithin(ended, patienceMs.firm)) return
  signal(child, 'SIGKILL')
  await ended
}
