import type { only } from '../electron/only.ts'
import type { pack, unpack } from './codec.ts'

export type Outgoing =
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: unknown }
  | { readonly kind: 'complaint'; readonly text: string }
  | { readonly kind: 'preload-error'; readonly text: string }
export type Incoming =
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: string }
  | { readonly kind: 'event'; readonly channel: string; readonly args: unknown }

type Parts = {
  readonly codec: { readonly pack: typeof pack; readonly unpack: typeof unpack }
  readonly guard: typeof only
  readonly say: (outgoing: Outgoing) => void
}
type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
type Listener = (event: object, ...args: unknown[]) => void

/** Runs in the preload's own world, so its text stands alone: the preload's calls to main and main's events to it. */
export function openIpcRenderer({ codec, guard, say }: Parts) {
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, Listener[]>()
  let count = 0

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
  const ipcRenderer = guard('ipcRenderer', { invoke, on, removeListener })

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

  return { ipcRenderer, receive }
}
