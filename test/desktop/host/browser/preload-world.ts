import type { bridgeEnd } from './bridge-end.ts'
import type { pack, unpack } from './codec.ts'

export type Outgoing =
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: unknown }
  | { readonly kind: 'complaint'; readonly text: string }
  | { readonly kind: 'preload-error'; readonly text: string }
export type Incoming =
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: string }
  | { readonly kind: 'event'; readonly channel: string; readonly args: unknown }

type Parts = {
  readonly bridge: ReturnType<typeof bridgeEnd>
  readonly codec: { readonly pack: typeof pack; readonly unpack: typeof unpack }
  readonly post: (outgoing: string) => void
}
type Listener = (event: object, ...args: unknown[]) => void

/** Runs in the preload's own world, so its text stands alone: the `require` of a sandboxed preload. */
export function openPreloadWorld({ bridge, codec, post }: Parts) {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const listeners = new Map<string, Listener[]>()
  let count = 0
  const exposed: { key: string; api: unknown }[] = []
  const say = (outgoing: Outgoing) => post(JSON.stringify(outgoing))
  const only = <T extends object>(name: string, has: T): T =>
    new Proxy(has, {
      get(target, key) {
        if (key in target || typeof key === 'symbol' || key === 'then') return Reflect.get(target, key)
        throw new Error(`The stand-in host has no ${name}.${key}.`)
      },
    })

  function expose(key: string, api: unknown) {
    if (key in globalThis) throw new Error('Cannot bind an API on top of an existing property on the window object')
    exposed.push({ key, api: bridge.lend(api) })
    bridge.post('expose', exposed.at(-1))
  }

  function invoke(channel: string, ...args: unknown[]) {
    return new Promise((resolve, reject) => {
      const id = ++count
      say({ kind: 'invoke', id, channel, args: codec.pack(args) })
      waiting.set(id, {
        resolve,
        reject: (error) => reject(new Error(`Error invoking remote method '${channel}': ${error.message}`)),
      })
    })
  }

  const heard = (channel: string) => listeners.get(channel) ?? []
  const on = (channel: string, listener: Listener) => void listeners.set(channel, [...heard(channel), listener])
  function removeListener(channel: string, listener: Listener) {
    const at = heard(channel).lastIndexOf(listener)
    listeners.set(
      channel,
      heard(channel).filter((_, index) => index !== at),
    )
  }
  const ipcRenderer = only('ipcRenderer', { invoke, on, removeListener })

  function receive(incoming: Incoming) {
    if (incoming.kind === 'event') {
      for (const listener of heard(incoming.channel))
        listener({ sender: ipcRenderer, ports: [] }, ...(codec.unpack(incoming.args) as unknown[]))
      return
    }
    const call = waiting.get(incoming.id)
    waiting.delete(incoming.id)
    if (incoming.error === undefined) call?.resolve(codec.unpack(incoming.value))
    else call?.reject(new Error(incoming.error))
  }

  const electron = only('preload', { contextBridge: only('contextBridge', { exposeInMainWorld: expose }), ipcRenderer })
  bridge.hear('hello', () => exposed.forEach((entry) => void bridge.post('expose', entry)))
  const world = globalThis as unknown as EventTarget
  world.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI } = event as Event & { effectiveDirective: string; blockedURI: string }
    say({ kind: 'complaint', text: `${effectiveDirective} blocked ${blockedURI}` })
  })
  return {
    receive,
    failed: (error: unknown) => say({ kind: 'preload-error', text: String((error as Error)?.stack ?? error) }),
    require(name: string) {
      if (name === 'electron') return electron
      throw new Error(
        `module not found: ${name}. (A sandboxed preload has electron; the stand-in host gives it nothing else.)`,
      )
    },
  }
}
