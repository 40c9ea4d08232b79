import { theApp } from './app.ts'
import { BrowserWindow as Windows } from './browser-window.ts'
import { clipboard as theClipboard } from './clipboard.ts'
import { dialog as theDialog } from './dialog.ts'
import { ipcMain as theIpc } from './ipc-main.ts'
import { Menu as Menus } from './menu.ts'
import { nativeImage as theImages } from './native-image.ts'
import { theTheme } from './native-theme.ts'
import { Notification as Notifications } from './notification.ts'
import { only } from './only.ts'
import { thePower } from './power-monitor.ts'
import { readiness } from './ready.ts'
import { theScreen } from './screen.ts'
import { defaultSession } from './session.ts'
import { shell as theShell } from './shell.ts'
import { systemPreferences as thePreferences } from './system-preferences.ts'
import { Tray as Trays } from './tray.ts'
import { utilityProcess as theUtility } from './utility-process.ts'

/** What `import ... from 'electron'` finds in the app's main process. */
export const app = only('app', theApp)
export const BrowserWindow = only('BrowserWindow', Windows)
export const clipboard = only('clipboard', theClipboard)
export const dialog = only('dialog', theDialog)
export const ipcMain = only('ipcMain', theIpc)
export const Menu = only('Menu', Menus)
export const nativeImage = only('nativeImage', theImages)
export const nativeTheme = only('nativeTheme', theTheme)
export const Notification = only('Notification', Notifications)
export const powerMonitor = only('powerMonitor', thePower)
export const protocol = defaultSession.protocol
export const screen = only('screen', theScreen)
export const session = only('session', {
  get defaultSession() {
    readiness.need('Session can only be received when app is ready')
    return defaultSession
  },
})
export const shell = only('shell', theShell)
export const systemPreferences = only('systemPreferences', thePreferences)
export const Tray = only('Tray', Trays)
export const utilityProcess = only('utilityProcess', theUtility)
