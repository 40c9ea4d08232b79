import type { Command, Option } from 'commander'
import { examples, pathOf } from '../../../server/cli/examples.ts'
import { exitCodeMeanings } from '../../../server/cli/exit-codes.ts'

export type ManualInfo = { readonly version: string /** ISO date. */; readonly date: string }

/** Text of a page: a backslash, a dash, and a dot or quote at the start of a line have meanings in roff. */
const text = (words: string): string =>
  words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=['.])/gm, '\\&')

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
const pageName = (path: string) => ['strongroom', ...path.split(' ').filter(Boolean)].join('-')
const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? [`.SH ${title}`, ...lines] : []

function meaningOf({ description, envVar, argChoices, mandatory, defaultValueDescription }: Option): string {
  const more = [
    ...(argChoices ? [`One of ${argChoices.join(', ')}.`] : []),
    ...(mandatory ? ['Required.'] : []),
    ...(defaultValueDescription ? [`Default: ${defaultValueDescription}.`] : []),
    ...(envVar ? [`Environment: ${envVar}.`] : []),
  ]
  return [sentence(description), ...more].join(' ')
}

const optionLines = (option: Option) => ['.TP', `.B ${text(option.flags)}`, text(meaningOf(option))]

const exampleLines = (path: string) =>
  (examples[path] ?? []).flatMap(([line, does]) => ['.TP', `.B ${text(line)}`, text(sentence(does))])

const exitLines = Object.entries(exitCodeMeanings).flatMap(([code, meaning]) => ['.TP', `.B ${code}`, text(meaning)])

const reference = (path: string) => `.BR ${text(pageName(path))} (1)`

function pageOf(command: Command, { version, date }: ManualInfo): string {
  const path = pathOf(command)
  const name = pageName(path)
  const described = command.registeredArguments.filter(({ description }) => description)
  const inner = command.commands.flatMap((each) => ['.TP', reference(pathOf(each)), text(sentence(each.description()))])
  const lines = [
    `.TH ${name.toUpperCase()} 1 "${date}" "Strongroom ${version}" "Strongroom"`,
    ...section('NAME', [`${text(name)} \\- ${text(command.description().replace(/\.$/, ''))}`]),
    ...section('SYNOPSIS', [`.B ${['strongroom', path].filter(Boolean).join(' ')}`, text(command.usage())]),
    ...section('DESCRIPTION', [text(sentence(command.description().replace(/\.$/, '')))]),
    ...section('COMMANDS', inner),
    ...section(
      'ARGUMENTS',
      described.flatMap((argument) => ['.TP', `.I ${text(argument.name())}`, text(sentence(argument.description))]),
    ),
    ...section('OPTIONS', command.options.flatMap(optionLines)),
    ...section('EXAMPLES', exampleLines(path)),
    ...section('EXIT STATUS', exitLines),
    ...section('SEE ALSO', [reference(command.parent ? pathOf(command.parent) : 'serve')]),
  ]
  return `${lines.join('\n')}\n`
}

/** The manual page of each command, by the name of its file: \`strongroom-token-create.1\`. */
export function manPages(program: Command, info: ManualInfo): ReadonlyMap<string, string> {
  const commands = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(commands)]
  return new Map(commands(program).map((command) => [`${pageName(pathOf(command))}.1`, pageOf(command, info)]))
}
