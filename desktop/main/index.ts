import { join } from 'node:path'
import { app, type BrowserWindow, clipboard, dialog, Menu, powerMonitor, shell, utilityProcess } from 'electron'
import { createConsole } from './console.ts'
import { answerRenderer, tellRenderer } from './ipc.ts'
import { forkOf } from './local/fork.ts'
import { appPage } from './protocol/app-protocol.ts'
import type { Dialogs, Surroundings } from './surroundings.ts'
import { menuTemplate } from './window/menu.ts'
import { createWindow, registerScheme } from './window.ts'

/** Where the bundles lie: this one is in `main/` below. */
const bundles = join(import.meta.dirname, '..')

let window: BrowserWindow | null = null
const currentWindow = () => window
const tell = tellRenderer(currentWindow)

const dialogs: Dialogs = {
  pickFile: async (title, filters) =>
    (await dialog.showOpenDialog({ title, filters: [...filters], properties: ['openFile'] })).filePaths[0] ?? null,
  pickFiles: async (title, filters) => {
    const properties = ['openFile', 'multiSelections'] as const
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title,
      filters: [...filters],
      properties: [...properties],
    })
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
  dialogs,
  clipboard,
  tell,
  idleSeconds: () => powerMonitor.getSystemIdleTime(),
  fork: forkOf(utilityProcess.fork, join(bundles, 'server', 'strongroom.js')),
  onBug: (error) => console.error(error),
})

async function show(): Promise<void> {
  if (window) return window.focus()
  window = createWindow({ bundles, title: 'Strongroom' })
  window.on('closed', () => {
    window = null
  })
  await window.loadURL(appPage)
}

async function start(): Promise<void> {
  await app.whenReady()
  const desk = createConsole(surroundings())
  answerRenderer(desk.gate, currentWindow)
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(menuTemplate(process.platform === 'darwin', (to) => tell('command', to))),
  )
  await show()
}

app.enableSandbox()
registerScheme()
void start() // not awaited: Electron is ready only once this module is loaded
