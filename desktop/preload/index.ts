import { contextBridge, ipcRenderer } from 'electron'
import { type Event, events, methods } from '../bridge/channels.ts'
import type { Bridge } from '../bridge/schema.ts'

const asked = Object.fromEntries(methods.map((name) => [name, (payload: unknown) => ipcRenderer.invoke(name, payload)]))

function on(name: Event, listener: (news: never) => void): () => void {
  if (!events.includes(name)) throw new TypeError(`There is no event ${name}.`)
  const hear = (_: unknown, news: unknown) => listener(news as never)
  ipcRenderer.on(name, hear)
  return () => void ipcRenderer.removeListener(name, hear)
}

contextBridge.exposeInMainWorld('strongroom', { ...asked, on } as unknown as Bridge)
