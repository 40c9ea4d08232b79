/** A release file cannot be trusted or used: why, and what to do about it. Nothing was changed. */
export class UpdateError extends Error {
  readonly nextStep: string

  constructor(reason: string, nextStep: string) {
    super(reason)
    this.nextStep = nextStep
  }
}
