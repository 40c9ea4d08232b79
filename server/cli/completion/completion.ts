import { Argument, type Command } from 'commander'
import { bashCompletion } from './bash.ts'
import { type CommandNode, nodeOf } from './command-tree.ts'
import { fishCompletion } from './fish.ts'
import { zshCompletion } from './zsh.ts'

/** The script of each shell. */
export const completions: Readonly<Record<string, (program: CommandNode) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

/** Needs the program with all its commands loaded. */
export const addCompletion = (program: Command): void =>
  void program
    .command('completion')
    .addArgument(new Argument('<shell>', 'shell to print it for').choices(Object.keys(completions)))
    .action((shell: string) => void process.stdout.write(completions[shell]?.(nodeOf(program)) ?? ''))
