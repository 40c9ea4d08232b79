export type Turnstile = {
  /** A slot to dispose of when done, or null if all slots of this name are in use. */
  readonly enter: (name: string) => Disposable | null
}

/** Grants at most `limit` concurrent slots per name; further requests are refused at once instead of queued. */
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
