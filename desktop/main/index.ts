import { join } from 'node:path'
import { app, type BrowserWindow, clipboard, dialog, Menu, powerMonitor, shell, utilityProcess } from 'electron'
import { type Console, createConsole } from './console.ts'
import { answerRenderer, tellRenderer } from './ipc.ts'
import { commandLineOf, runCommandLine } from './local/command-line.ts'
import { forkOf } from './local/fork.ts'
import { appPage } from './protocol/app-protocol.ts'
import type { Dialogs, Surroundings } from './surroundings.ts'
import { createKeytarVault } from './tokens/keytar-vault.ts'
import { menuTemplate } from './window/menu.ts'
import { createWindow, registerScheme } from './window.ts'

/** Where the bundles lie: this one is in `main/` below. */
const bundles = join(import.meta.dirname, '..')
const fork = forkOf(utilityProcess.fork, join(bundles, 'server', 'strongroom.js'))

let window: BrowserWindow | null = null
const currentWindow = () => window
const tell = tellRenderer(currentWindow)

const dialogs: Dialogs = {
  pickFile: async (title, filters) =>
    (await dialog.showOpenDialog({ title, filters: [...filters], properties: ['openFile'] })).filePaths[0] ?? null,
  pickFiles: async (title, filters) => {
    const asked = { title, filters: [...filters], properties: ['openFile' as const, 'multiSelections' as const] }
    const { canceled, filePaths } = await dialog.showOpenDialog(asked)
    return canceled ? null : filePaths
  },
  pickTarget: async (title, defaultPath) => (await dialog.showSaveDialog({ title, defaultPath })).filePath || null,
  reveal: (file) => shell.showItemInFolder(file),
}

const surroundings = (): Surroundings => ({
  userData: app.getPath('userData'),
  versions: {
    console: app.getVersion(),
    electron: process.versions.electron ?? 'none',
    chromium: process.versions.chrome ?? 'none',
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
  },
  keychain: createKeytarVault(),
  dialogs,
  clipboard,
  tell,
  idleSeconds: () => powerMonitor.getSystemIdleTime(),
  fork,
  onBug: (error) => console.error(error),
})

async function showWindow({ lock }: Console): Promise<void> {
  if (window) return window.focus()
  window = createWindow({ bundles, title: 'Strongroom' })
  window.on('closed', () => {
    window = null
  })
  window.webContents.on('input-event', lock.touch)
  await window.loadURL(appPage)
}

function followPower({ lock }: Console): void {
  powerMonitor.on('lock-screen', () => lock.lock('screen'))
  powerMonitor.on('suspend', () => lock.lock('sleep'))
  powerMonitor.on('resume', lock.check)
}

/** What runs on this machine ends before the console does. */
function endWith(desk: Console): void {
  app.on('window-all-closed', () => process.platform === 'darwin' || app.quit())
  app.once('will-quit', (event) => {
    event.preventDefault()
    Promise.resolve(desk[Symbol.asyncDispose]()).finally(() => app.exit())
  })
}

async function openConsole(): Promise<void> {
  if (!app.requestSingleInstanceLock()) return app.quit()
  const desk = createConsole(surroundings())
  answerRenderer(desk.gate, currentWindow)
  const template = menuTemplate(process.platform === 'darwin', (command) => tell('command', command))
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  followPower(desk)
  endWith(desk)
  app.on('second-instance', () => void showWindow(desk))
  app.on('activate', () => void showWindow(desk))
  await showWindow(desk)
}

async function start(): Promise<void> {
  const args = commandLineOf(process.argv.slice(app.isPackaged ? 1 : 2))
  await app.whenReady()
  if (args) app.exit(await runCommandLine({ fork, args }))
  else await openConsole()
}

app.enableSandbox()
registerScheme()
void start() // not awaited: Electron is ready only once this module is loaded
