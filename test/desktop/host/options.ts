import { resolve } from 'node:path'
import type { BrowserKind } from '../../harness/browser.ts'
import type { BrowserSettings } from './browser/chromium.ts'
import type { Settings } from './main/settings.ts'

export type HostOptions = {
  /** Folder with the app's package.json (`main`) and its bundle; also the unpacked content of an app.asar. */
  readonly appDir: string
  readonly userData: string
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** Left out, its own. */
  readonly browser?: BrowserKind
  /** CSS pixels; null lets the browser's window decide. Left out, it is the size of the app's window. */
  readonly viewport?: { readonly width: number; readonly height: number } | null
  /** The first document is an empty one, with the preload; the app's page comes when it is reloaded. */
  readonly startsBlank?: boolean
  /** What the system prefers; left out, light in a test and the person's own in a visible window. */
  readonly colorScheme?: 'light' | 'dark'
  /** What the system prefers, as `de-AT`; left out, English. */
  readonly languages?: readonly string[]
  /** What `app.isPackaged` answers. */
  readonly packaged?: boolean
  /** What `process.platform` says in main; left out, the truth. */
  readonly platform?: NodeJS.Platform
  /** `ready-to-show` is withheld until the app shows its window, as on several Wayland compositors. */
  readonly readyAfterShow?: boolean
  /** No test queues answers: a dialog is cancelled, and what would leave for the system is printed. */
  readonly unattended?: boolean
}

export function mainSettings({ appDir, userData, args = [], ...options }: HostOptions): Settings {
  const { packaged = false, colorScheme = 'light', unattended = false, languages = ['en-US'] } = options
  const { platform = process.platform, readyAfterShow = false } = options
  const folders = { appDir: resolve(appDir), userData: resolve(userData) }
  return { ...folders, args, packaged, platform, readyAfterShow, colorScheme, languages, unattended }
}

export function browserSettings({ userData, viewport, startsBlank = false, ...options }: HostOptions): BrowserSettings {
  const { browser: kind = 'own', colorScheme = kind === 'visible' ? null : 'light' } = options
  return { userData: resolve(userData), kind, viewport, startsBlank, colorScheme }
}
