import { mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { settings } from '../main/settings.ts'
import { commandLine } from './command-line.ts'
import { isPrevented, KnownEvents } from './known-events.ts'
import { only } from './only.ts'
import { openWindows } from './open-windows.ts'
import { readiness } from './ready.ts'

const manifest = JSON.parse(readFileSync(join(settings.appDir, 'package.json'), 'utf8'))
const events = [
  'ready',
  'window-all-closed',
  'activate',
  'before-quit',
  'will-quit',
  'quit',
  'web-contents-created',
  'second-instance',
  'render-process-gone',
]
const neverHere = ['certificate-error', 'login', 'open-url', 'open-file', 'select-client-certificate']

const paths: Record<string, string> = {
  userData: settings.userData,
  sessionData: settings.userData,
  logs: join(settings.userData, 'logs'),
  downloads: join(settings.userData, 'Downloads'),
  documents: join(settings.userData, 'Documents'),
  desktop: join(settings.userData, 'Desktop'),
  home: homedir(),
  appData: join(settings.userData, '..'),
  temp: tmpdir(),
  exe: process.execPath,
}

export class App extends KnownEvents {
  isPackaged = settings.packaged
  name = manifest.productName ?? manifest.name
  commandLine = only('app.commandLine', commandLine)
  userModelId: string | null = null
  private quitting = false

  whenReady = readiness.whenReady
  isReady = readiness.isReady
  getName = () => this.name
  getVersion = (): string => manifest.version
  getAppPath = () => settings.appDir
  getLocale = () => 'en-US'
  getPreferredSystemLanguages = () => settings.languages
  /** As App::EnableSandbox does, which calls RemoveNoSandboxSwitch (shell/browser/api/electron_api_app.cc). */
  enableSandbox = () => commandLine.removeSwitch('no-sandbox')
  setAboutPanelOptions = () => {}
  focus = () => openWindows()[0]?.focus()

  setName(name: string): void {
    this.name = name
  }

  getPath(name: string): string {
    if (!Object.hasOwn(paths, name)) throw new Error(`Failed to get '${name}' path`)
    return paths[name] as string
  }

  setAppUserModelId(id: string): void {
    if (process.platform !== 'win32') throw new Error('Windows alone has app.setAppUserModelId.')
    this.userModelId = id
  }

  setPath(name: string, path: string): void {
    this.getPath(name)
    paths[name] = path
  }

  /** As Chromium does it: a link in userData that names the process which holds the lock. */
  requestSingleInstanceLock(): boolean {
    const link = join(this.getPath('userData'), 'SingletonLock')
    mkdirSync(this.getPath('userData'), { recursive: true })
    try {
      symlinkSync(String(process.pid), link)
      process.once('exit', () => rmSync(link, { force: true }))
      return true
    } catch {
      if (isAlive(Number(readlinkSync(link)))) return false
      rmSync(link, { force: true })
      return this.requestSingleInstanceLock()
    }
  }

  /** Asks before-quit, then every window, then will-quit; any of them may stop it. */
  quit(): void {
    if (this.quitting || isPrevented(this, 'before-quit')) return
    this.quitting = true
    for (const window of openWindows()) window.close()
    if (openWindows().length > 0) this.quitting = false
    else this.leave()
  }

  exit(code = 0): void {
    this.emit('quit', {}, code)
    setImmediate(() => process.exit(code)) // The app's own code finishes first, as in Electron.
  }

  /** Electron's default: without a listener for window-all-closed the app quits. */
  windowClosed(): void {
    if (openWindows().length > 0 || this.quitting) return
    if (!this.emit('window-all-closed')) this.quit()
  }

  private leave(): void {
    this.quitting = false
    if (isPrevented(this, 'will-quit')) return
    this.exit()
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export const theApp = new App('app', events, neverHere)
void readiness.whenReady().then(() => theApp.emit('ready', {}, {}))

export const appCalls = {
  quit: () => void setImmediate(() => theApp.quit()),
  secondInstance: (argv: string[], workingDirectory: string) =>
    void theApp.emit('second-instance', {}, argv, workingDirectory, undefined),
  /** What the app has set in the system so far. */
  aboutApp: () => ({
    switches: commandLine.names(),
    userModelId: theApp.userModelId,
    userData: theApp.getPath('userData'),
    sessionData: theApp.getPath('sessionData'),
  }),
  activate: () => void theApp.emit('activate', {}, openWindows().length > 0),
}
