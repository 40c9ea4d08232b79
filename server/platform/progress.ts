/** Progress of long work. */
export type WorkProgress = {
  /** The current step: the file being imported, or the step of a backup. */
  readonly step: string
  readonly doneBytes: number
  /** Total bytes of all steps. */
  readonly allBytes: number
}

/** Progress of work that counts records. */
export type RecordProgress = { readonly step: string; readonly doneRecords: number; readonly allRecords: number }

export type OnProgress = (progress: WorkProgress) => void
