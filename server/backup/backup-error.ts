/** A backup could not be made or used: why, and what to do about it. Nothing was changed. */
export class BackupError extends Error {
  readonly nextStep: string

  constructor(reason: string, nextStep: string) {
    super(reason)
    this.nextStep = nextStep
  }
}
