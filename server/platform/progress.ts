/** How far long work has come. */
export type Progress = {
  /** What it is at: the file that is being imported, or the step of a backup. */
  readonly step: string
  readonly doneBytes: number
  /** Bytes in all, over every step. */
  readonly allBytes: number
}

export type OnProgress = (progress: Progress) => void
