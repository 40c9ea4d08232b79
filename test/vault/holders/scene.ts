/** What can be wrong with a holder of keys; each has a cause of `KeyError`. */
export type Trouble =
  | 'hang'
  | 'hang-up'
  | 'busy'
  | 'unavailable'
  | 'denied'
  | 'clock'
  | 'changed-answer'
  | 'disabled'
  | 'deleted'
  | 'replaced-by-another'

/** A holder that really wraps and verifies, and can be brought into trouble and out of it. */
export type HolderScene = AsyncDisposable & {
  readonly uri: string
  /** A secret that the holder is asked with; it must be seen nowhere else. */
  readonly secret: string
  trouble(kind: Trouble): void
  repair(): void
  /** Makes a newer version of the key; null where the holder has none. */
  readonly makeVersion: (() => void) | null
  /** What it can be brought into, and the cause that is found. */
  readonly troubles: Readonly<Partial<Record<Trouble, string>>>
}

export type HolderKind = {
  readonly name: string
  /** Why it cannot run here; null where it can. */
  readonly missing: string | null
  start(folder: string): Promise<HolderScene>
}
