import { type BrowserWindow, ipcMain } from 'electron'
import { methods } from '../../bridge/channels.ts'
import type { Gate } from '../gate.ts'
import type { SendEvent } from '../platform.ts'
import { isOurs } from './trusted-origins.ts'

/** Answers the methods of the bridge, through the gate. */
export function handleBridge(gate: Gate, window: () => BrowserWindow | null): void {
  for (const name of methods)
    ipcMain.handle(name, (event, payload) => gate({ name, payload, isOurs: isOurs(event, window()) }))
}

/** Sends the renderer an event; it is dropped while there is no window. */
export const eventSender =
  (window: () => BrowserWindow | null): SendEvent =>
  (name, news) => {
    const open = window()
    if (open && !open.isDestroyed()) open.webContents.send(name, news)
  }
