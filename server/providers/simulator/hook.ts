type Listener<Event> = (event: Event) => void | Promise<void>

export type Hook<Event> = {
  /** Calls the listener on every event until the returned function is called. */
  readonly listen: (listener: Listener<Event>) => () => void
  /** Awaits every listener, in registration order. */
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
