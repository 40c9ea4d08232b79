import { Command } from 'commander'
import { serverVersion } from '../version.ts'
import { addAudit } from './audit.ts'
import { addBackup } from './backup.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addImport } from './import.ts'
import { addKeys } from './keys.ts'
import { addProviderSimulator } from './provider-simulator.ts'
import { report } from './report.ts'
import { addReserves } from './reserves.ts'
import { addServe } from './serve.ts'
import { readSwitches } from './settings.ts'
import { addToken } from './token.ts'

/** Every command of `strongroom`, in the order of its help. */
const additions: readonly ((program: Command) => void)[] = [
  addServe,
  addDemo,
  addToken,
  addImport,
  addProviderSimulator,
  addAudit,
  addReserves,
  addKeys,
  addBackup,
  addDoctor,
]

/** The whole command line. */
export function createProgram(): Command {
  const program = new Command('strongroom')
    .description('The admin desk of a custody platform.')
    .version(serverVersion)
    .exitOverride()
    // Errors of usage are reported in run(), in one line like all others.
    .configureOutput({ outputError: () => {} })
  for (const add of additions) add(program)
  readSwitches(program)
  return program
}

/** A reader that has seen enough, such as `head`, is no failure. */
function bearClosedOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

/** Runs one command line; whatever happens ends in an exit code and, if it went wrong, one line on standard error. */
export async function run(argv: readonly string[]): Promise<void> {
  // Whatever a command writes, other accounts of the machine have no business in it.
  process.umask(0o077)
  bearClosedOutput()
  const program = createProgram()
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    report(error, { program, argv })
  }
}
