import { Command } from 'commander'
import { serverVersion } from '../platform/version.ts'
import { exitCodes } from './exit-codes.ts'
import { report } from './report.ts'
import { readSwitches } from './settings.ts'

type Addition = (program: Command) => void

/** A command that only holds others, such as `token create`. */
const group =
  (name: string, description: string, additions: readonly Addition[]): Addition =>
  (program) => {
    const command = program.command(name).description(description)
    for (const add of additions) add(command)
  }

/** Every command of `strongroom`, in the order of its help, and how its code is loaded. */
const commands: Readonly<Record<string, () => Promise<Addition>>> = {
  serve: async () => (await import('./serve.ts')).addServe,
  demo: async () => (await import('./demo.ts')).addDemo,
  token: async () =>
    group('token', 'create, list and revoke operator tokens', [
      (await import('./token-create.ts')).addTokenCreate,
      (await import('./token-list.ts')).addTokenList,
      (await import('./token-revoke.ts')).addTokenRevoke,
    ]),
  import: async () => (await import('./import.ts')).addImport,
  'provider-simulator': async () => (await import('./provider-simulator.ts')).addProviderSimulator,
  audit: async () =>
    group('audit', 'verify and export the audit log', [
      (await import('./audit-verify.ts')).addAuditVerify,
      (await import('./audit-export.ts')).addAuditExport,
    ]),
  reserves: async () => (await import('./reserves.ts')).addReserves,
  keys: async () =>
    group('keys', 'list and rotate the master keys that seal the stored credentials', [
      (await import('./keys-list.ts')).addKeysList,
      (await import('./keys-rotate.ts')).addKeysRotate,
    ]),
  backup: async () =>
    group('backup', 'create and restore backups', [
      (await import('./backup-create.ts')).addBackupCreate,
      (await import('./backup-restore.ts')).addBackupRestore,
    ]),
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
