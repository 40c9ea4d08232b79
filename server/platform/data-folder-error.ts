/** The data folder, or the database in its place, cannot be used: the reason and the next step. */
export class DataFolderError extends Error {
  readonly nextStep: string

  constructor(reason: string, nextStep: string, what: 'data folder' | 'database' = 'data folder') {
    super(`The ${what} cannot be used: ${reason}.`)
    this.nextStep = nextStep
  }
}
