import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron'
import { type Event, methods } from '../bridge/channels.ts'
import type { News } from '../bridge/schema.ts'
import type { Gate } from './gate.ts'
import { appOrigin } from './protocol/app-protocol.ts'

/** Asked by the main frame of our own window, showing our own page: a frame within it or a blank page is not ours. */
function isOurs({ senderFrame, sender }: IpcMainInvokeEvent, window: BrowserWindow | null): boolean {
  if (!window || window.isDestroyed() || !senderFrame) return false
  return (
    sender === window.webContents &&
    senderFrame === window.webContents.mainFrame &&
    senderFrame.url.startsWith(`${appOrigin}/`)
  )
}

/** Answers the methods of the bridge, through the gate. */
export function answerRenderer(gate: Gate, window: () => BrowserWindow | null): void {
  for (const name of methods)
    ipcMain.handle(name, (event, payload) => gate({ name, payload, isOurs: isOurs(event, window()) }))
}

export type Tell = <Name extends Event>(name: Name, news: News[Name]) => void

/** Tells the renderer something unasked; nobody hears it while there is no window. */
export const tellRenderer =
  (window: () => BrowserWindow | null): Tell =>
  (name, news) => {
    const open = window()
    if (open && !open.isDestroyed()) open.webContents.send(name, news)
  }
