import { browser } from '../main/link.ts'
import { theApp } from './app.ts'
import { isPrevented } from './known-events.ts'
import { type WindowOpen, windowOf } from './open-windows.ts'
import { createFrame } from './web-frame.ts'

/** What Chromium tells of a window's page. */
export const pageCalls = {
  navigated(windowId: number, url: string): void {
    const contents = windowOf(windowId)?.webContents
    if (!contents) return
    contents.address = url
    contents.emit('did-navigate', {}, url, 200, 'OK')
  },
  navigatedInPage(windowId: number, url: string): void {
    const contents = windowOf(windowId)?.webContents
    if (!contents) return
    contents.address = url
    contents.emit('did-navigate-in-page', {}, url, true)
  },
  loaded(windowId: number): void {
    const window = windowOf(windowId)
    window?.webContents.emit('dom-ready', {})
    window?.drawn()
    window?.webContents.emit('did-finish-load')
  },
  /** Whether the app stops a page that wants to leave, or a frame of it. */
  isNavigationPrevented(windowId: number, { url, isMainFrame }: { url: string; isMainFrame: boolean }): boolean {
    const contents = windowOf(windowId)?.webContents
    if (!contents) return true
    const frame = isMainFrame ? contents.mainFrame : createFrame(() => url, contents.mainFrame)
    const details = { url, isMainFrame, isSameDocument: false, frame, initiator: contents.mainFrame }
    const stopped = isPrevented(contents, 'will-frame-navigate', [details])
    return (isMainFrame && isPrevented(contents, 'will-navigate', [details, url])) || stopped
  },
  inputCame: (windowId: number, type: string) => void windowOf(windowId)?.webContents.emit('input-event', {}, { type }),
  /** What the app says to `window.open` and to links with a target. */
  windowOpenAction: (windowId: number, details: WindowOpen) =>
    windowOf(windowId)?.webContents.openHandler(details).action ?? 'deny',
  /** Whether a person sees the window. */
  windowState: (windowId: number) => {
    const window = windowOf(windowId)
    return window && { isVisible: window.isVisible(), isMinimized: window.isMinimized(), isFocused: window.isFocused() }
  },
  /** A person minimises the window, or hides it as Cmd+H does. */
  putAway: (windowId: number, how: 'minimize' | 'hide') => windowOf(windowId)?.[how](),
  /** What the app built the window with. */
  windowOptions: (windowId: number) => windowOf(windowId)?.options,
  crashed(windowId: number): void {
    const contents = windowOf(windowId)?.webContents
    const details = { reason: 'crashed', exitCode: 139 }
    contents?.emit('render-process-gone', {}, details)
    theApp.emit('render-process-gone', {}, contents, details)
  },
  /** Chromium tells so when the page has not taken an input for a while, and again once it has. */
  becomeUnresponsive: (windowId: number) => void windowOf(windowId)?.webContents.emit('unresponsive'),
  becomeResponsive: (windowId: number) => void windowOf(windowId)?.webContents.emit('responsive'),
  preloadFailed(windowId: number, text: string): void {
    void browser.noteMainError(`preload: ${text}`)
    windowOf(windowId)?.webContents.emit(
      'preload-error',
      {},
      windowOf(windowId)?.options.webPreferences?.preload,
      new Error(text),
    )
  },
  /** The person closes the window by its own button. */
  closeWindow: (windowId: number) => windowOf(windowId)?.close(),
  /** Reloads as a menu or a shortcut does: the app is not asked, for the page did not ask. */
  reload: (windowId: number) => browser.reload(windowId),
  /** The page is already gone, so the window goes unasked. */
  pageClosed: (windowId: number) => windowOf(windowId)?.destroy(),
}
