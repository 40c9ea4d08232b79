type Reply = { readonly value?: unknown; readonly error?: unknown }
type Lent = (...args: unknown[]) => unknown

/**
 * One end of the bridge between the page's world and the preload's. Its text runs in both, so it stands alone. The
 * browser clones an event's detail on its way between worlds; functions and promises cross as references to call back.
 */
export function bridgeEnd(secret: string, own: string, other: string) {
  const world = globalThis as unknown as EventTarget
  const listen = world.addEventListener.bind(world)
  const dispatch = world.dispatchEvent.bind(world)
  const Crossing = globalThis.CustomEvent
  const post = (kind: string, detail: unknown) => dispatch(new Crossing(`${secret}:${kind}`, { detail }))
  const hear = (kind: string, act: (detail: never) => void) =>
    listen(`${secret}:${kind}`, (event) => {
      event.stopImmediatePropagation()
      act((event as CustomEvent).detail as never)
    })
  const functionKey = `${secret}:function`
  const promiseKey = `${secret}:promise`
  const lentOut: Lent[] = []
  let reply: Reply = {}

  const isPlain = (value: unknown): value is object => Object.prototype.toString.call(value) === '[object Object]'
  const map = (object: object, change: (member: unknown) => unknown) =>
    Object.fromEntries(Object.entries(object).map(([key, member]) => [key, change(member)]))

  function lend(value: unknown): unknown {
    if (typeof value === 'function') return { [functionKey]: lentOut.push(value as Lent) - 1 }
    if (value instanceof Promise)
      return { [promiseKey]: lend((kept: Lent, broken: Lent) => void value.then(kept, broken)) }
    if (Array.isArray(value)) return value.map(lend)
    return isPlain(value) ? map(value, lend) : value
  }

  function take(value: unknown): unknown {
    if (Array.isArray(value)) return Object.freeze(value.map(take))
    if (!isPlain(value)) return value
    const members = value as Record<string, never>
    if (functionKey in members) return (...args: unknown[]) => call(members[functionKey] as never, args)
    if (promiseKey in members) return new Promise(take(members[promiseKey]) as never)
    return map(value, take)
  }

  function call(id: number, args: unknown[]): unknown {
    reply = { error: new Error('An object could not be cloned.') }
    post(`call-${other}`, { id, args: lend(args) })
    if ('error' in reply) throw reply.error
    return take(reply.value)
  }

  function answer({ id, args }: { id: number; args: unknown }): Reply {
    try {
      return { value: lend(lentOut[id]?.(...(take(args) as unknown[]))) }
    } catch (error) {
      return { error }
    }
  }

  hear(`call-${own}`, (request) => request && post(`reply-${other}`, answer(request)))
  hear(`reply-${own}`, (answered) => {
    reply = answered ?? reply
  })
  return { lend, take, post, hear }
}
