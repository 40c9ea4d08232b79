/** The data folder cannot be used: the reason and the next step. */
export class DataFolderError extends Error {
  readonly nextStep: string

  constructor(reason: string, nextStep: string) {
    super(`The data folder cannot be used: ${reason}.`)
    this.nextStep = nextStep
  }
}
