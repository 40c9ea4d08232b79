type Listener<Event> = (event: Event) => void | Promise<void>

export type Hook<Event> = {
  /** Calls the listener at every event until the function that comes back is called. */
  readonly listen: (listener: Listener<Event>) => () => void
  /** Waits for every listener, in the order in which they came. */
  readonly emit: (event: Event) => Promise<void>
}

export const createHook = <Event>(): Hook<Event> => {
  const listeners = new Set<Listener<Event>>()
  return {
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit: async (event) => {
      for (const listener of listeners) await listener(event)
    },
  }
}
