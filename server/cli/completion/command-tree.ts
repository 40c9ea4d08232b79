import type { Command, Option } from 'commander'
import { pathOf } from '../examples.ts'

/** An option as a shell completes it. */
export type OptionNode = {
  readonly long: string
  readonly description: string
  readonly takesValue: boolean
  readonly takesFile: boolean
  readonly choices: readonly string[]
}

/** A command as a shell completes it; the program itself has an empty path. */
export type CommandNode = {
  /** `token create`. */
  readonly path: string
  readonly description: string
  readonly commands: readonly CommandNode[]
  readonly options: readonly OptionNode[]
  readonly choices: readonly string[]
}

const isVisible = ({ hidden, long }: Option) => !hidden && Boolean(long)

const optionOf = (option: Option): OptionNode => ({
  long: option.long ?? '',
  description: option.description,
  takesValue: !option.isBoolean(),
  takesFile: /<(file|dir)/.test(option.flags),
  choices: option.argChoices ?? [],
})

/** The commands below this one, with all that can be written behind them. */
export const nodeOf = (command: Command): CommandNode => ({
  path: pathOf(command),
  description: command.description(),
  commands: command.commands.map(nodeOf),
  options: command.options.filter(isVisible).map(optionOf),
  choices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
})

/** The command and all below it. */
export const allNodes = (node: CommandNode): readonly CommandNode[] => [node, ...node.commands.flatMap(allNodes)]

export const nameOf = ({ path }: CommandNode): string => path.split(' ').at(-1) ?? ''
