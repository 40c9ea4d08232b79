import type { ExitCode } from './exit-codes.ts'

/** A failed command: why, in one line, and the next step as a sentence of its own. */
export class CommandError extends Error {
  readonly nextStep: string
  readonly exitCode: ExitCode

  constructor(reason: string, { nextStep, exitCode }: { nextStep: string; exitCode: ExitCode }) {
    super(reason)
    this.nextStep = nextStep
    this.exitCode = exitCode
  }
}
