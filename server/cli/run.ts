import { Command } from 'commander'
import { serverVersion } from '../platform/version.ts'
import { exitCodes } from './exit-codes.ts'
import { report } from './report.ts'
import { readSwitches } from './settings.ts'

type Addition = (program: Command) => void

/** Every command of `strongroom`, in the order of its help, and how its code is loaded. */
const commands: Readonly<Record<string, () => Promise<Addition>>> = {
  serve: async () => (await import('./serve.ts')).addServe,
  demo: async () => (await import('./demo.ts')).addDemo,
  token: async () => (await import('./token.ts')).addToken,
  import: async () => (await import('./import.ts')).addImport,
  'provider-simulator': async () => (await import('./provider-simulator.ts')).addProviderSimulator,
  audit: async () => (await import('./audit.ts')).addAudit,
  reserves: async () => (await import('./reserves.ts')).addReserves,
  keys: async () => (await import('./keys.ts')).addKeys,
  backup: async () => (await import('./backup.ts')).addBackup,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
}

/** The command line with only the command it starts with, otherwise with all commands. */
export async function createProgram([first = '']: readonly string[] = []): Promise<Command> {
  const program = new Command('strongroom')
    .description('The admin desk of a custody platform.')
    .version(serverVersion)
    .exitOverride()
    // Usage errors are reported in run(), in one line like all others.
    .configureOutput({ outputError: () => {} })
  const loaders = Object.hasOwn(commands, first) ? [commands[first]] : Object.values(commands)
  for (const add of await Promise.all(loaders.map((load) => load?.()))) add?.(program)
  readSwitches(program)
  return program
}

/** A reader that closes the pipe, such as `head`, is not an error; a full disk is, reported in one line. */
function bearClosedOutput(): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return
    process.stderr.write(
      `strongroom: standard output cannot be written (${code}). Free some space, or write to another place.\n`,
    )
    process.exit(exitCodes.failed)
  })
}

/** Runs one command line. Every outcome is an exit code and, on failure, one line on standard error. */
export async function run(argv: readonly string[]): Promise<void> {
  // Files written by a command are private to its user.
  process.umask(0o077)
  bearClosedOutput()
  const program = await createProgram(argv)
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    report(error, { program, argv })
  }
}
