import { EventEmitter } from 'node:events'

/**
 * An emitter that takes listeners for the events it brings about, and for those that `neverHere` names: what they guard
 * against cannot happen on the host. Any other listener would wait in vain, and is refused.
 */
export class KnownEvents extends EventEmitter {
  constructor(owner: string, events: readonly string[], neverHere: readonly string[] = []) {
    super()
    const known = [...events, ...neverHere]
    this.on('newListener', (event) => {
      if (!known.includes(event)) throw new Error(`The stand-in host has no event '${String(event)}' of ${owner}.`)
    })
  }
}

/** Fires an event that a listener may prevent; tells whether one did. */
export function isPrevented(
  emitter: EventEmitter,
  name: string,
  [details = {}, ...rest]: readonly unknown[] = [],
): boolean {
  const event = { ...(details as object), defaultPrevented: false, preventDefault }
  function preventDefault() {
    event.defaultPrevented = true
  }
  emitter.emit(name, event, ...rest)
  return event.defaultPrevented
}
