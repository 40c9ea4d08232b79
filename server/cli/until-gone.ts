const lookEveryMs = 1_000

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM'
  }
}

/** Resolves within a second after a process has ended. A parent's ID may be reused, but it is not the parent then. */
export function untilGone(pid: number): Promise<void> {
  const isParent = process.ppid === pid
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => {
    if (isThere(pid) && (!isParent || process.ppid === pid)) return
    clearInterval(timer)
    resolve()
  }
  const timer = setInterval(look, lookEveryMs).unref()
  return promise
}
