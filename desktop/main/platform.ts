import type { Event } from '../bridge/channels.ts'
import type { EventPayloads } from '../bridge/schema.ts'
import type { Versions } from '../bridge/state.ts'
import type { ForkServer } from './local/child.ts'
import type { ReadScreenLock } from './lock/screen-lock.ts'
import type { TokenVault } from './tokens/token-vault.ts'

export type FileKind = { readonly name: string; readonly extensions: string[] }

/** Dialogs of the system; null when they are cancelled. */
export type Dialogs = {
  /** A file to read. */
  pickFile(title: string, kinds: readonly FileKind[]): Promise<string | null>
  pickFiles(title: string, kinds: readonly FileKind[]): Promise<readonly string[] | null>
  /** A file to write. */
  pickTarget(title: string, name: string): Promise<string | null>
  /** Shows a file in its folder. */
  reveal(file: string): void
}

export type Clipboard = {
  readText(): Promise<string>
  writeText(text: string): Promise<void>
  clear(): void
  /** On Linux the text that was selected last (PRIMARY), which a middle click pastes. */
  readonly selection?: Pick<Clipboard, 'readText' | 'clear'> | undefined
}

export type SendEvent = <Name extends Event>(name: Name, payload: EventPayloads[Name]) => void

/** What the console needs of the system around it; Electron provides it, and so do tests. */
export type Platform = {
  /** The folder of this user's data. */
  readonly userData: string
  readonly versions: Versions
  /** Whether the page runs in Chromium's sandbox, which a switch turns off. */
  readonly isSandboxed: boolean
  /** The keychain of the system. */
  readonly keychain: TokenVault
  readonly dialogs: Dialogs
  readonly clipboard: Clipboard
  /** Sends an event to the renderer. */
  readonly sendEvent: SendEvent
  /** Seconds since the last key or click anywhere on this machine. */
  readonly idleSeconds: () => number
  /** Polled every few seconds; null where the system sends an event when its screen is locked. */
  readonly readScreenLock: ReadScreenLock | null
  readonly fork: ForkServer
  /** Reports an unexpected error. */
  readonly onBug: (error: unknown) => void
}

/** Discards a dialog's choice if the console was locked while it was open. */
export function discardWhenLocked(dialogs: Dialogs, isLocked: () => boolean): Dialogs {
  const unlessLocked = async <Choice>(choice: Promise<Choice | null>): Promise<Choice | null> => {
    const chosen = await choice
    return isLocked() ? null : chosen
  }
  return {
    pickFile: (...asked) => unlessLocked(dialogs.pickFile(...asked)),
    pickFiles: (...asked) => unlessLocked(dialogs.pickFiles(...asked)),
    pickTarget: (...asked) => unlessLocked(dialogs.pickTarget(...asked)),
    reveal: dialogs.reveal,
  }
}
