import type { Versions } from '../bridge/state.ts'
import type { Desktop } from './attention/background.ts'
import type { ForkServer } from './local/child.ts'
import type { ReadScreenLock } from './lock/screen-lock.ts'
import type { Clipboard, Dialogs, OpenBrowser, SendEvent, TouchId } from './platform.ts'
import type { TokenVault } from './tokens/token-vault.ts'

/** What the console needs of the system around it; Electron provides it, and so do tests. */
export type Platform = {
  /** The folder of this user's data. */
  readonly userData: string
  readonly versions: Versions
  /** As `de-AT`, the most preferred first. */
  readonly preferredLanguages: () => readonly string[]
  /** Called when texts that are shown already have to be shown in another language. */
  readonly onLanguage: () => void
  /** Whether this build carries the public keys by which an update is verified. */
  readonly verifiesUpdates: boolean
  /** Whether the page runs in Chromium's sandbox, which a switch turns off. */
  readonly isSandboxed: boolean
  /** The tray and the notifications. */
  readonly desktop: Desktop
  /** The keychain of the system. */
  readonly keychain: TokenVault
  readonly dialogs: Dialogs
  readonly clipboard: Clipboard
  readonly openBrowser: OpenBrowser
  /** Sends an event to the renderer. */
  readonly sendEvent: SendEvent
  /** Seconds since the last key or click anywhere on this machine. */
  readonly idleSeconds: () => number
  /** Polled every few seconds; null where the system sends an event when its screen is locked. */
  readonly readScreenLock: ReadScreenLock | null
  /** Null where the system has none. */
  readonly touchId: TouchId | null
  readonly fork: ForkServer
  /** Reports an unexpected error. */
  readonly onBug: (error: unknown) => void
}
