import { BackupError } from '../backup/backup-error.ts'
import { UpdateError } from '../update/update-error.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'

/** Runs work on a backup or an update, and turns its errors into command errors. */
export async function sayingWhy<Output>(work: () => Promise<Output>): Promise<Output> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BackupError || error instanceof UpdateError)) throw error
    const facts = error instanceof UpdateError ? { cause: error.cause } : {}
    throw new CommandError(error.message, { nextStep: error.nextStep, exitCode: exitCodes.failed, facts })
  }
}
