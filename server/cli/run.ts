import { Command, Help, type HelpConfiguration, type Option } from 'commander'
import { reportCrashesInSources } from '../platform/source-positions.ts'
import { serverVersion } from '../platform/version.ts'
import { type Commands, commands, type Group, type Single } from './commands.ts'
import { addExamples } from './examples.ts'
import { exitCodes } from './exit-codes.ts'
import { report } from './report.ts'
import { readSwitches } from './settings.ts'

/** The words of a command line; null where the code of every command is wanted. */
type Words = readonly string[] | null

async function addSingle(parent: Command, { description, load }: Single): Promise<void> {
  const add = await load()
  add(parent)
  parent.commands.at(-1)?.description(description)
}

async function addGroup(program: Command, [name, group]: readonly [string, Group], words: Words): Promise<void> {
  // Positional, since an option behind the name of a command is that command's, such as --version.
  program.enablePositionalOptions()
  const { description, commands: table, own } = group
  const command = program.command(name).description(description).enablePositionalOptions()
  if (!own || Object.hasOwn(table, words?.[0] ?? '')) return addCommands(command, table, words)
  const add = await own()
  add(command)
  // Behind an option of the group, any word may be the name of a command.
  return addCommands(command, table, null)
}

/** Words before the name of a command that leave its meaning. */
const isSkipped = (word: string | undefined) => word === 'help' || word === '--'

/** Adds the commands that the words need: with its code the one that they name, otherwise all by name, as in help and errors. */
async function addCommands(parent: Command, table: Commands, words: Words): Promise<void> {
  if (isSkipped(words?.[0])) return addCommands(parent, table, words?.slice(1) ?? null)
  const [first = '', ...others] = words ?? []
  const isNamed = Object.hasOwn(table, first)
  for (const [name, entry] of Object.entries(table)) {
    if (isNamed && name !== first) continue
    if (words && !isNamed) parent.command(name).description(entry.description)
    else if ('load' in entry) await addSingle(parent, entry)
    else await addGroup(parent, [name, entry], words && others)
  }
}

/** A default that the code works out when it is needed is described, though the option has no value. */
const withDefault = (option: Option): Option =>
  option.defaultValueDescription ? Object.assign(Object.create(option), { defaultValue: null }) : option

const help: HelpConfiguration = {
  minWidthToWrap: 24,
  subcommandTerm: (command) => command.name(),
  optionDescription: (option) => new Help().optionDescription(withDefault(option)),
}

/** The command line with the code that these arguments need; without arguments, with the code of all commands. */
export async function createProgram(argv?: readonly string[]): Promise<Command> {
  const program = new Command('strongroom')
    .description('The admin desk of a custody platform.')
    .version(serverVersion)
    .configureHelp(help)
    .exitOverride()
    // Usage errors are reported in run(), in one line like all others.
    .configureOutput({ outputError: () => {} })
  await addCommands(program, commands, argv && argv[0] !== 'completion' ? argv : null)
  addExamples(program)
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
  reportCrashesInSources()
  const program = await createProgram(argv)
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    report(error, { program, argv })
  }
}
