import type { AnchorState, Inspection, Restrictions, TokenRegister } from './inspection.ts'
import type { Store } from './store.ts'

/** The files that the storage keeps in its folder, by name. */
export type StoredFiles = {
  /** The one without which there is no data, as messages name it. */
  readonly main: string
  /** All that may be there. */
  readonly all: readonly string[]
  /** What a whole copy consists of, in the order in which a backup has them. */
  readonly copy: readonly string[]
  /** Whether a file is one of these, or was left by an earlier version or a killed process. */
  isOwn(name: string): boolean
  isLock(name: string): boolean
  /** Whether a file is one that a copy consists of, or that an unfinished copy leaves behind. */
  isOfCopy(name: string): boolean
}

/** A step that takes something away from the schema, and the servers that still use it. */
export type WaitingStep = { readonly step: number; readonly servers: readonly string[] }

export type Schema = {
  /** The number of the last step that this version knows. */
  readonly known: number
  /** Steps that are taken once these servers have stopped. */
  readonly waiting: readonly WaitingStep[]
}

/**
 * What people who look after stored data do with it: inspect, copy, restore, hold it alone. It works on data that the
 * store refuses too. Rejects with a `DataFolderError` that has a next step, or with a `StoreError`.
 */
export type Administration = {
  readonly files: StoredFiles
  /** The same for data in another folder, such as a copy. */
  at(folder: string): Administration
  /** Whether there is data. Rejects when this user may not know. */
  hasData(): Promise<boolean>
  /** Whether there is data, or anything that says that there was some. */
  hasTraces(): Promise<boolean>
  /** Rejects when there is no data. */
  assertData(): Promise<void>
  /** How many bytes the data takes; 0 when there is none. */
  size(): Promise<number>
  /** Opens the data for reading and writing, making it when there is none, and brings its form up to date. */
  open(): Promise<Store>
  /** Holds the data for one server, or for work that must be alone with it, until it is disposed of; a kill releases it. */
  lock(): Promise<AsyncDisposable>
  /** Holds the keys for one rotation of them, also while a server holds the data; a kill releases it. */
  lockKeys(): Promise<AsyncDisposable>
  /** Whether another process serves the data, or is alone with it, now. */
  isServed(): Promise<boolean>
  /** Reads the data as it stands at this moment, without changing it. */
  inspect(): Promise<Inspection>
  /** Reads the tokens of data of any version, and of damaged data those that can still be read. Never rejects. */
  tokenRegister(): Promise<TokenRegister>
  /** Reads what is frozen and disabled in data of any version, and of damaged data what can still be read. Never rejects. */
  restrictions(): Promise<Restrictions>
  /** What stands outside the data of the last record that was stored. */
  anchor(): Promise<AnchorState>
  /**
   * Copies the data, as it stands at one moment, into an empty folder; writers need not stop. Answers the original's
   * anchor of that moment: a sound copy reaches it.
   */
  copyTo(folder: string, onCopied: (doneBytes: number, allBytes: number) => void): Promise<AnchorState>
  /**
   * Puts a whole copy in the place of the data, which goes aside; answers where to, or null when there was none. A kill
   * leaves either the one or the other, or data that is refused with nothing lost.
   */
  replaceWith(copy: string): Promise<string | null>
}
