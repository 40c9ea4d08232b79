/** What a process offers to the other one. */
// biome-ignore lint/suspicious/noExplicitAny: only `any` accepts every function here; the callers stay typed by Remote.
export type Calls = Record<string, (...args: any[]) => unknown>
export type Remote<T extends Calls> = {
  readonly [Name in keyof T]: (...args: Parameters<T[Name]>) => Promise<Awaited<ReturnType<T[Name]>>>
}

type Port = {
  readonly send: (message: Message) => void
  readonly listen: (hear: (message: Message) => void) => void
}
type Message =
  | { id: number; call: string; args: unknown[] }
  | { id: number; value: unknown }
  | { id: number; error: unknown }
type Waiting = { resolve: (value: never) => void; reject: (error: unknown) => void }

/** Two processes call each other's functions, in order, over the structured clones of Node's own channel. */
export function createChannel<Other extends Calls>({ send, listen }: Port) {
  const waiting = new Map<number, Waiting>()
  let count = 0
  let offered: Calls = {}
  let closedBy: Error | null = null

  async function answer({ id, call, args }: Extract<Message, { call: string }>) {
    try {
      if (!Object.hasOwn(offered, call)) throw new Error(`The stand-in host has no answer to ${call}.`)
      send({ id, value: await offered[call]?.(...args) })
    } catch (error) {
      send({ id, error })
    }
  }

  listen((message) => {
    if ('call' in message) return void answer(message)
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if ('error' in message) asked?.reject(message.error)
    else asked?.resolve(message.value as never)
  })

  function ask(call: string, args: unknown[]) {
    const asked = new Promise((resolve, reject) => {
      if (closedBy) return reject(closedBy)
      const id = ++count
      waiting.set(id, { resolve, reject })
      send({ id, call, args })
    })
    asked.catch(() => {}) // Who does not wait for the answer needs no failure either.
    return asked
  }

  return {
    remote: new Proxy({} as Remote<Other>, {
      get: (_, call) => (call === 'then' ? undefined : (...args: unknown[]) => ask(String(call), args)),
    }),
    offer(calls: Calls) {
      offered = calls
    },
    /** Rejects every call that can no longer be answered, and all later ones. */
    close(reason: Error) {
      closedBy = reason
      for (const { reject } of waiting.values()) reject(reason)
      waiting.clear()
    },
  }
}
