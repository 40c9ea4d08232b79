export type Turnstile = {
  /** A pass to be disposed of when done, or null when `limit` passes for this name are out. */
  readonly enter: (name: string) => Disposable | null
}

/** Lets at most `limit` through at once for each name; the others are refused at once instead of queued. */
export const createTurnstile = (limit: number): Turnstile => {
  const inside = new Map<string, number>()
  const leave = (name: string): void => {
    const left = (inside.get(name) ?? 1) - 1
    if (left > 0) inside.set(name, left)
    else inside.delete(name)
  }
  return {
    enter: (name) => {
      const count = inside.get(name) ?? 0
      if (count >= limit) return null
      inside.set(name, count + 1)
      return { [Symbol.dispose]: () => leave(name) }
    },
  }
}
