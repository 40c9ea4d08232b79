import { EventEmitter } from 'node:events'

/** An emitter that refuses listeners for events the host would never bring about. */
export class KnownEvents extends EventEmitter {
  constructor(owner: string, known: readonly string[]) {
    super()
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
