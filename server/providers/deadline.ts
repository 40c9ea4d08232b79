/** Runs with a signal that fires after `ms` or with `outer`, whichever comes first; leaves no timer behind. */
export const withDeadline = async <Value>(
  ms: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), ms)
  try {
    return await run(outer ? AbortSignal.any([deadline.signal, outer]) : deadline.signal)
  } finally {
    clearTimeout(timer)
  }
}
