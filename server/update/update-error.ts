/** Why a release file is refused, for programs. */
export type UpdateCause =
  | 'no-key'
  | 'bad-key'
  | 'missing'
  | 'not-plain'
  | 'too-large'
  | 'bad-signature'
  | 'bad-checksums'
  | 'not-listed'
  | 'changed'
  | 'no-room'

type Explanation = { readonly cause: UpdateCause; readonly nextStep: string }

/** A release file cannot be trusted or used: why, and what to do about it. Nothing was changed. */
export class UpdateError extends Error {
  override readonly cause: UpdateCause
  readonly nextStep: string

  constructor(reason: string, { cause, nextStep }: Explanation) {
    super(reason)
    this.cause = cause
    this.nextStep = nextStep
  }
}
