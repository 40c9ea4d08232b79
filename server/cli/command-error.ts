import type { ExitCode } from './exit-codes.ts'

/** Why a command ends without having done what it was asked, in one line, and what to do next, in another sentence. */
export class CommandError extends Error {
  readonly nextStep: string
  readonly exitCode: ExitCode

  constructor(reason: string, { nextStep, exitCode }: { nextStep: string; exitCode: ExitCode }) {
    super(reason)
    this.nextStep = nextStep
    this.exitCode = exitCode
  }
}
