import { type ExitCode, exitCodes } from './exit-codes.ts'

type Explanation = {
  readonly nextStep: string
  readonly exitCode: ExitCode
  /** What programs decide by; part of the JSON value of a failed command. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** A failed command: why, in one line, and the next step as a sentence of its own. */
export class CommandError extends Error {
  readonly nextStep: string
  readonly exitCode: ExitCode
  readonly facts: Readonly<Record<string, unknown>>

  constructor(reason: string, { nextStep, exitCode, facts = {} }: Explanation) {
    super(reason)
    this.nextStep = nextStep
    this.exitCode = exitCode
    this.facts = facts
  }
}

/** The command line is wrong. */
export const usageError = (reason: string, nextStep: string): CommandError =>
  new CommandError(reason, { nextStep, exitCode: exitCodes.usage })
