import { join } from 'node:path'
import { BrowserWindow, dialog, type OpenDialogOptions, protocol, session, shell } from 'electron'
import type { Dialogs } from '../platform.ts'
import { appOrigin, appScheme, createAppProtocol } from './app-protocol.ts'
import { mayOpenOutside } from './trusted-origins.ts'

/** Where the bundles of the other processes are, next to that of main. */
type WindowOptions = { readonly bundles: string; readonly title: string; readonly isDark: boolean }

/** Those of the page, in which it is drawn until the page is. */
const backgrounds = { dark: '#0f1218', light: '#f6f7f9' }

/** The window: sandboxed, isolated, with no way out but the bridge. It loads once the process that answers it knows it. */
export function createWindow({ bundles, title, isDark }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    title,
    width: 1280,
    height: 860,
    minWidth: 640,
    minHeight: 480,
    show: false,
    backgroundColor: backgrounds[isDark ? 'dark' : 'light'],
    webPreferences: {
      preload: join(bundles, 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      devTools: false,
    },
  })
  keepInside(window)
  revealOnceLoaded(window)
  return window
}

/** On Wayland `ready-to-show` may come only after `show()` (electron/electron#48859), so there a loaded page is enough. */
function revealOnceLoaded(window: BrowserWindow): void {
  const reveal = () => window.isDestroyed() || window.isVisible() || window.show()
  window.once('ready-to-show', reveal)
  if (process.platform === 'linux') window.webContents.once('did-finish-load', reveal)
}

/** Shows the window in front, also if it was minimised or hidden. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Makes `app://` a real origin; to be called before Electron is ready. */
export const registerScheme = (): void =>
  protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges: { standard: true, secure: true } }])

/** Every permission is denied, every request but for the page's own files is cancelled, nothing is downloaded or spell-checked. To be called once. */
export function hardenSession(bundles: string): void {
  const ours = session.defaultSession
  const folder = join(bundles, 'renderer')
  ours.protocol.handle(appScheme, createAppProtocol(folder))
  ours.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  ours.setPermissionCheckHandler(() => false)
  ours.setDevicePermissionHandler(() => false)
  ours.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !isOwn(url) }))
  ours.setSpellCheckerEnabled(false)
  ours.on('will-download', (event) => event.preventDefault())
}

const isOwn = (url: string) => url.startsWith(`${appOrigin}/`) || url.startsWith('data:image/')

function keepInside({ webContents }: BrowserWindow): void {
  webContents.on('will-navigate', (event) => event.preventDefault())
  webContents.on('will-frame-navigate', (event) => event.preventDefault())
  webContents.on('will-redirect', (event) => event.preventDefault())
  webContents.on('will-attach-webview', (event) => event.preventDefault())
  webContents.setWindowOpenHandler(({ url }) => {
    if (mayOpenOutside(url)) void shell.openExternal(url)
    return { action: 'deny' }
  })
}

/** Dialogs of the system over the window, which waits for their answer. */
export function dialogsOver(window: () => BrowserWindow | null): Dialogs {
  async function openFiles(options: OpenDialogOptions): Promise<readonly string[] | null> {
    const over = window()
    const { canceled, filePaths } = await (over ? dialog.showOpenDialog(over, options) : dialog.showOpenDialog(options))
    return canceled ? null : filePaths
  }
  return {
    pickFile: async (title, filters) =>
      (await openFiles({ title, filters: [...filters], properties: ['openFile'] }))?.[0] ?? null,
    pickFiles: (title, filters) =>
      openFiles({ title, filters: [...filters], properties: ['openFile', 'multiSelections'] }),
    pickTarget: async (title, defaultPath) => {
      const over = window()
      const options = { title, defaultPath }
      return (await (over ? dialog.showSaveDialog(over, options) : dialog.showSaveDialog(options))).filePath || null
    },
    reveal: (file) => shell.showItemInFolder(file),
  }
}
