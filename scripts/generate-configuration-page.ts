import type { Argument, Command, Option } from 'commander'
import { exitCodeMeanings } from '../server/cli/exit-codes.ts'
import { createProgram } from '../server/cli/run.ts'
import { defaultDataDir } from '../server/config.ts'

const introduction = `# Configuration reference

This page is generated from the command line. \`strongroom COMMAND --help\` prints the same text.

You can set every option of \`serve\` on the command line, in the environment, or in the file that \`--config\` names.
The command line overrides the environment, the environment the file, and the file the default. A value that is invalid
is an error that names the variable, or the line of the file. Separate the values of lists with commas, and set switches
to \`true\` or \`false\`.

The file has one \`name = value\` a line. A name is that of the option without dashes; \`#\` begins a comment:

\`\`\`ini
# /etc/strongroom/strongroom.conf
data = /var/lib/strongroom/data
behind-proxy = true
allowed-host = desk.example, desk.internal.example
\`\`\`

\`strongroom config check --config FILE\` checks it, and shows the value and origin of every option.

Strongroom also reads these variables:

| variable | meaning |
|---|---|
| \`XDG_DATA_HOME\` | Parent of the default data folder, \`~/.local/share\` unless set. |
| \`PGPASSWORD\` | Password for the database of \`--store\`, where no option says where it is. |
| \`NODE_COMPILE_CACHE\` | Folder for compiled code, which makes commands start faster. |

| exit code | meaning |
|---|---|
${Object.entries(exitCodeMeanings)
  .map(([code, meaning]) => `| ${code} | ${meaning} |`)
  .join('\n')}
`

const inTable = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** The data folder is below the home folder of the user who generates this. */
function defaultOf({ defaultValue, defaultValueDescription }: Option): string {
  if (defaultValue === defaultDataDir()) return '`~/.local/share/strongroom`'
  if (defaultValue === undefined) return defaultValueDescription ?? ''
  return `\`${defaultValueDescription ?? String(defaultValue)}\``
}

function meaningOf({ description, argChoices, mandatory }: Option): string {
  const choices = argChoices ? `: ${argChoices.map((choice) => `\`${choice}\``).join(', ')}` : ''
  return `${sentence(description)}${choices}${mandatory ? ' (required)' : ''}`
}

const rowOf = (option: Option) =>
  `| ${[`\`${option.flags}\``, option.envVar ? `\`${option.envVar}\`` : '', defaultOf(option), meaningOf(option)].map(inTable).join(' | ')} |`

function optionsTable(options: readonly Option[]): readonly string[] {
  if (options.length === 0) return []
  return ['| option | variable | default | meaning |', '|---|---|---|---|', ...options.map(rowOf), '']
}

const folderOptions: readonly string[] = [
  '--data',
  '--store',
  '--store-password-file',
  '--store-password-fd',
  '--key-file',
  '--key-fd',
  '--key',
  '--next-key',
  '--retired-key',
  '--json',
]
const serverOptions: readonly string[] = ['--server', '--token-file', '--profile', '--ca-file', '--timeout', '--json']

const optionNamed = (command: Command, name: string) => command.options.find(({ long }) => long === name)

/** The options that the command shares with all of its kind. */
function commonOptions(command: Command): readonly string[] {
  if (optionNamed(command, '--data')) return folderOptions
  return optionNamed(command, '--server') ? serverOptions : ['--json']
}

/** A section about options that many commands have, as the first of them with all of these describes them. */
function commonSection(title: string, names: readonly string[], all: readonly Command[]): readonly string[] {
  const command = all.find((each) => names.every((name) => optionNamed(each, name)))
  const options = names.flatMap((name) => (command ? (optionNamed(command, name) ?? []) : []))
  return [`## ${title}`, '', ...optionsTable(options)]
}

const argumentLine = (argument: Argument) => `- \`${argument.name()}\`: ${argument.description}`

function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name()
}

function sectionOf(command: Command): readonly string[] {
  const inner = command.commands.flatMap(sectionOf)
  if (inner.length > 0 && command.options.length === 0) return inner
  const common = commonOptions(command)
  const described = command.registeredArguments.filter(({ description }) => description)
  return [
    `## ${nameOf(command)}`,
    '',
    '```text',
    `${nameOf(command)} ${command.usage()}`,
    '```',
    '',
    `${sentence(command.description())}.`,
    '',
    ...(described.length > 0 ? [...described.map(argumentLine), ''] : []),
    ...optionsTable(command.options.filter(({ long }) => !common.includes(long ?? ''))),
    ...inner,
  ]
}

const { commands } = await createProgram()

/** `docs/guides/configuration.md`: every command with its options and their environment variables. */
export const configurationPage = (): string =>
  [
    introduction,
    ...commonSection('Options of commands on a data folder', folderOptions, commands),
    ...commonSection('Options of commands over the API', serverOptions, commands),
    ...commands.flatMap(sectionOf),
  ].join('\n')
