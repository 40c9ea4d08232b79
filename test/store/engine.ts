import type { Administration } from '../../server/store/administration.ts'
import type { Store } from '../../server/store/store.ts'
import type { Facts, Kind } from './facts.ts'

/** The number and the hash of an audit record. */
export type Anchor = Pick<Facts['audit'], 'sequence' | 'hash'>

/** Reads what is stored without a line of the product, on a connection of its own. */
export type Truth = {
  /** All facts of a kind, in the order of their keys. */
  read<K extends Kind>(kind: K): Promise<readonly Facts[K][]>
  /** Looks again and again until a fact fits; answers it. The time limit of the test bounds it. */
  until<K extends Kind>(kind: K, fits: (fact: Facts[K]) => boolean): Promise<Facts[K]>
  /** The last record of the audit as its anchor has it; null where there is no anchor, or none that can be read. */
  anchor(): Promise<Anchor | null>
  /**
   * Everything that is stored, versions and settings included: equal to itself as long as nothing is written. Only when
   * tokens were used, and which servers live, is left out, which servers store on their own.
   */
  everything(but?: { readonly except: Kind }): Promise<Everything>
  /** For one who asks for everything again and again: it is read only when something was written since. */
  follow(): Followed
}

/** The rows of each table, or what an engine has instead. */
export type Everything = Readonly<Record<string, readonly object[]>>

export type Followed = Disposable & { everything(): Promise<Everything> }

export type Planted = { undo(): Promise<void> }

/** Changes what is stored behind the product's back, as someone with access to the database can; no rule is checked. */
export type Tamper = {
  /** Gives the facts that fit other values; answers how many there were. */
  change<K extends Kind>(kind: K, fits: (fact: Facts[K]) => boolean, values: Partial<Facts[K]>): Promise<number>
  /** Deletes the facts that fit; answers how many there were. */
  remove<K extends Kind>(kind: K, fits: (fact: Facts[K]) => boolean): Promise<number>
  add<K extends Kind>(kind: K, facts: readonly Facts[K][]): Promise<void>
  /** Leaves half of what the anchor says. */
  damageAnchor(): Promise<void>
  /** Makes every write that stores credentials fail from now on with this message; `undo` ends that. */
  failActivation(message: string): Promise<Planted>
  /** Makes everything that reads or writes facts of this kind fail from now on; `undo` ends that. */
  hide(kind: Kind): Promise<Planted>
}

/** The same where the data is files of a folder, with an anchor among them. */
export type FolderTamper = Tamper & {
  /** Continues the audit to so many records by the documented recipe, and moves its anchor along. */
  lengthenAudit(records: number): Promise<void>
  /** Sets the anchor back, or on, to the last record of the audit. */
  moveAnchor(): Promise<void>
  removeAnchor(): Promise<void>
  /** Flips the lowest bit of the byte in the middle of these bytes, where the engine keeps them on disk. */
  flipBit(bytes: Uint8Array | string): Promise<void>
}

/** A server in a process of its own that has its own store over the same data. */
export type OtherServer = AsyncDisposable & {
  readonly pid: number
  /** Its store, by messages. A call that the process does not live to answer rejects with {@link ServerKilled}. */
  readonly store: Store
  /** The signal that ended it; null when it ended by itself. */
  readonly ended: Promise<NodeJS.Signals | null>
  /** Ends it without warning (SIGKILL). */
  kill(): Promise<void>
  /** Loses the answers to its next COMMITs; it must have been started with `loses`. */
  lose(loss: Loss): void
  /** How many of these answers are still to be lost. */
  toLose(): number
}

/** The answers to so many COMMITs are lost, although each happened, or of so many that did not happen. */
export type Loss = { readonly isCommitted: boolean; readonly times: number }

export type OtherServerOptions = {
  /** Ends it without warning right before a step of the engine: `commit:2` is its second commit. */
  readonly dieAt?: string
  /** The answers that are lost from its start on. */
  readonly loses?: Loss
  /** Changes items without a check of their version. */
  readonly ignoresVersions?: boolean
  /** Takes each COMMIT whose answer was lost for one that never happened. */
  readonly ignoresFates?: boolean
}

export class ServerKilled extends Error {}

/** The data of one installation, whether a store is open over it or not. */
export type StoredData = {
  readonly truth: Truth
  readonly tamper: Tamper
  /** Opens the store as a server does. */
  open(): Promise<Store>
  /** Looks after the data as commands do. */
  administration(): Promise<Administration>
  /** Starts another server over the same data. */
  otherServer(options?: OtherServerOptions): Promise<OtherServer>
  /** Holds what every write needs, so that none can commit, until it is disposed of. */
  holdWrites(): Promise<AsyncDisposable>
}

/** Data that is files of a folder. */
export type StoredFolder = StoredData & {
  readonly tamper: FolderTamper
  /** The files in which the engine keeps the data now, its logs included. */
  files(): readonly string[]
}

/**
 * A storage engine as the tests know it. A second engine is a file in `engines/` that makes one of these, and a line in
 * `engines.ts`.
 */
export type Engine<Data extends StoredData = StoredData> = {
  readonly name: string
  /** The kinds of steps at which a server can be ended, see {@link StoredData.otherServer}. */
  readonly steps: readonly string[]
  /** Whether it can tell the outcome of a COMMIT whose answer was lost. */
  readonly tellsOfCommits: boolean
  /** Whether servers have leases: any of them ends by itself what a stopped one left open. */
  readonly hasLeases: boolean
  /** The data that belongs to a data folder; the folder need not exist. */
  dataOf(dataDir: string): Data
}
