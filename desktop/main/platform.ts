import type { Event } from '../bridge/channels.ts'
import type { EventPayloads } from '../bridge/schema.ts'

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

/** Opens a page in the browser of the system. */
export type OpenBrowser = (url: string) => Promise<void>

/** Of macOS. */
export type TouchId = {
  /** Whether a finger is enrolled and the sensor can be reached now. */
  isAvailable(): boolean
  /** Asks for the finger, or what the system takes in its place; false where that failed or was cancelled. */
  confirm(reason: string): Promise<boolean>
}

export type SendEvent = <Name extends Event>(name: Name, payload: EventPayloads[Name]) => void

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
