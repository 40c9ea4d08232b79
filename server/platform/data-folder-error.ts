/** The data folder cannot be used: why, and what to do about it. */
export class DataFolderError extends Error {
  readonly nextStep: string

  constructor(reason: string, nextStep: string) {
    super(`The data folder cannot be used: ${reason}.`)
    this.nextStep = nextStep
  }
}
