import { theApp } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import type { OpenWindow } from './open-windows.ts'

const zoomSteps: Record<string, number> = { zoomIn: 0.5, zoomOut: -0.5 }

/** Does what a menu item does by its role alone. */
export function actAs(role: string): void {
  const window = BrowserWindow.getFocusedWindow()
  if (role === 'quit') theApp.quit()
  else if (role === 'close') window?.close()
  else if (role === 'reload' || role === 'forceReload') window?.webContents.reload()
  else if (role === 'resetZoom') zoom(window, () => 0)
  else if (role in zoomSteps) zoom(window, (level) => level + (zoomSteps[role] as number))
  else throw new Error(`The stand-in host has no menu role '${role}'.`)
}

function zoom(window: OpenWindow | null, change: (level: number) => number): void {
  if (window) window.webContents.zoomLevel = change(window.webContents.zoomLevel)
}
