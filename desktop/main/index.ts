import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  app,
  type BrowserWindow,
  clipboard,
  dialog,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
} from 'electron'
import { t } from '../words/words.ts'
import type { Desktop } from './attention/background.ts'
import { findTrayHost } from './attention/tray-host.ts'
import { configureApp } from './configure-app.ts'
import { type Console, createConsole } from './console.ts'
import type { Platform } from './console-platform.ts'
import { forkOf } from './local/child.ts'
import { commandLineOf, runCommandLine } from './local/command-line.ts'
import { isUserInput } from './lock/idle-detector.ts'
import { readLockedHint, type ScreenState } from './lock/screen-lock.ts'
import type { TouchId } from './platform.ts'
import { createKeytarVault } from './tokens/keytar-vault.ts'
import { appPage } from './window/app-protocol.ts'
import { bringToFront, createWindow, dialogsOver, hardenSession, registerScheme } from './window/browser-window.ts'
import { eventSender, handleBridge } from './window/ipc.ts'
import { menuTemplate } from './window/menu.ts'
import { createPageRecovery } from './window/page-recovery.ts'
import { createQuitGuard, type QuitGuard } from './window/quit-guard.ts'
import { createTray } from './window/tray.ts'

/** Where the bundles lie: this one is in `main/` below. */
const bundles = join(import.meta.dirname, '..')
const fork = forkOf(utilityProcess.fork, join(bundles, 'server', 'strongroom.js'))

/** A constant of the bundle: electron.vite.config.ts. */
declare const keepsDebuggingPort: boolean

const isMac = process.platform === 'darwin'
const { isSandboxed } = configureApp(app, { platform: process.platform, env: process.env, keepsDebuggingPort })

let window: BrowserWindow | null = null
const currentWindow = () => window
const sendEvent = eventSender(currentWindow)

/** Shows the window, at a screen or as it is; there is none to show before the console is composed. */
let openAt: Desktop['open'] = () => {}

const platform = (): Platform => ({
  userData: app.getPath('userData'),
  versions: {
    console: app.getVersion(),
    electron: process.versions.electron ?? 'none',
    chromium: process.versions.chrome ?? 'none',
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
  },
  preferredLanguages: () => app.getPreferredSystemLanguages(),
  onLanguage: showMenu,
  isSandboxed,
  verifiesUpdates: existsSync(join(bundles, 'server', 'release-keys.pem')),
  desktop: createDesktop(),
  keychain: createKeytarVault(),
  dialogs: dialogsOver(currentWindow),
  clipboard,
  openBrowser: (url) => shell.openExternal(url),
  sendEvent,
  idleSeconds: () => powerMonitor.getSystemIdleTime(),
  readScreenLock: process.platform === 'linux' ? readScreenLock : null,
  touchId: isMac ? touchId : null,
  fork,
  onBug: (error) => console.error(error),
})

/** An X server reports its screen saver; desktops report to logind. */
async function readScreenLock(): Promise<ScreenState | null> {
  const state = await readLockedHint()
  return state !== 'locked' && powerMonitor.getSystemIdleState(1) === 'locked' ? 'blanked' : state
}

/** Held until they are closed: one that is collected before would not hear of the click. */
const notifications = new Set<Notification>()

function notify({ title, body }: { readonly title: string; readonly body: string }, onClick: () => void): void {
  if (!Notification.isSupported()) return
  const notification = new Notification({ title, body })
  notifications.add(notification)
  notification.on('close', () => notifications.delete(notification))
  notification.on('click', onClick)
  notification.show()
}

const createDesktop = (): Desktop => ({
  findTrayHost: process.platform === 'linux' ? findTrayHost : null,
  showTray: createTray({
    createIcon: (image) => new Tray(image),
    createImage: nativeImage.createFromBuffer,
    createMenu: Menu.buildFromTemplate,
    platform: process.platform,
    onClick: () => openAt(null),
  }),
  notify,
  isWindowFocused: () => window?.isFocused() ?? false,
  open: (place) => openAt(place),
  quit: () => app.quit(),
})

const touchId: TouchId = {
  isAvailable: () => systemPreferences.canPromptTouchID(),
  confirm: (reason) =>
    systemPreferences.promptTouchID(reason).then(
      () => true,
      () => false,
    ),
}

/** As the page will be, whose setting may differ from the system's. */
function isDark(desk: Console): boolean {
  const scheme = desk.colourScheme()
  return scheme === 'auto' ? nativeTheme.shouldUseDarkColors : scheme === 'dark'
}

async function showWindow(desk: Console, quitGuard: QuitGuard, place: string | null = null): Promise<void> {
  if (window) {
    if (place) sendEvent('command', place)
    return bringToFront(window)
  }
  window = createWindow({ bundles, title: t('product'), isDark: isDark(desk) })
  window.on('closed', () => {
    window = null
  })
  window.webContents.on('input-event', (_event, { type }) => isUserInput(type) && desk.lock.touch())
  const open = window
  recover(open, desk)
  open.on('close', (event) => void quitGuard.onClose(event, () => open.destroy()))
  await open.loadURL(place ? `${appPage}#${place}` : appPage).catch((error) => {
    if (!open.isDestroyed()) throw error
  })
}

/** Has the page of the window loaded again when its process is gone, or does not respond. */
function recover(open: BrowserWindow, { pendingWork }: Console): void {
  const { webContents } = open
  const { onGone, onUnresponsive, onResponsive } = createPageRecovery({
    isOpen: () => !open.isDestroyed(),
    load: () => open.loadURL(appPage),
    end: () => webContents.forcefullyCrashRenderer(),
    pendingWork,
    show: (notice) => dialog.showMessageBox(open, notice),
    quit: () => app.quit(),
  })
  webContents.on('render-process-gone', (_event, gone) => void onGone(gone).catch(console.error))
  webContents.on('unresponsive', () => void onUnresponsive())
  webContents.on('responsive', onResponsive)
}

const quitGuardOf = ({ pendingWork, isInTray }: Console): QuitGuard =>
  createQuitGuard({
    pendingWork,
    ask: (question) => (window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question)),
    outlivesWindow: () => isMac || isInTray(),
  })

function followPower({ lock }: Console): void {
  powerMonitor.on('lock-screen', () => lock.lock('screen')) // not on Linux, where it is asked for
  powerMonitor.on('unlock-screen', lock.onScreenUnlocked)
  powerMonitor.on('suspend', () => lock.lock('sleep'))
  powerMonitor.on('resume', lock.check)
}

/** What runs on this machine ends before the console does. */
function endWith(desk: Console, quitGuard: QuitGuard): void {
  app.on('window-all-closed', () => isMac || desk.isInTray() || app.quit())
  app.on('before-quit', (event) => void quitGuard.onQuit(event, () => app.quit()))
  app.once('will-quit', (event) => {
    event.preventDefault()
    // Who starts the console again meanwhile gets it once this one has ended.
    app.removeAllListeners('second-instance').once('second-instance', () => app.relaunch())
    void Promise.resolve(desk[Symbol.asyncDispose]()).finally(() => app.exit())
  })
}

/** The lock is denied by another console, or because it cannot be written; then this throws the reason. */
function leaveToTheFirst(): void {
  accessSync(app.getPath('userData'), constants.W_OK)
  app.quit()
}

/** In the language of the console. */
function showMenu(): void {
  const template = menuTemplate(isMac, (command) => sendEvent('command', command))
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

async function openConsole(): Promise<void> {
  if (!app.requestSingleInstanceLock()) return leaveToTheFirst()
  hardenSession(bundles)
  const desk = createConsole(platform())
  handleBridge(desk.gate, currentWindow)
  showMenu()
  followPower(desk)
  const quitGuard = quitGuardOf(desk)
  endWith(desk, quitGuard)
  openAt = (place) => void showWindow(desk, quitGuard, place).catch(console.error)
  app.on('second-instance', () => openAt(null))
  app.on('activate', () => openAt(null))
  await showWindow(desk, quitGuard)
}

async function start(): Promise<void> {
  const args = commandLineOf(process.argv.slice(app.isPackaged ? 1 : 2))
  if (args && process.platform === 'darwin') app.setActivationPolicy('prohibited') // no place in the Dock
  await app.whenReady()
  if (args) app.exit(await runCommandLine({ fork, args }))
  else await openConsole().catch(giveUp)
}

/** Shows why the console cannot start in a dialog of its own, since there may be no window. */
function giveUp(error: unknown): void {
  console.error(error)
  dialog.showErrorBox(t('system:start.failed'), startTrouble(error, app.getPath('userData')))
  app.exit(1)
}

/** Cause, consequence and next step of a start that failed. */
const startTrouble = (error: unknown, userData: string): string =>
  [error instanceof Error ? error.message : `${error}`, t('system:start.next', { folder: userData })].join('\n\n')

registerScheme()
void start() // not awaited: Electron is ready only once this module is loaded
