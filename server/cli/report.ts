import { type Command, CommanderError } from 'commander'
import { exitCodes } from './exit-codes.ts'
import { explain, type Trouble } from './explain.ts'
import { answerJson } from './output.ts'
import { wantsJson } from './settings.ts'

/** One line, in which a token that was given where none belongs is not repeated. */
const inOneLine = (text: string) =>
  text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/srt_\w+/g, 'srt_...')

/** The command line that shows the help of what was meant. */
function helpOf(program: Command, argv: readonly string[]): string {
  const names: string[] = [program.name()]
  let command: Command | undefined = program
  for (const word of argv) {
    command = command.commands.find((candidate) => candidate.name() === word)
    if (!command) break
    names.push(word)
  }
  return `${names.join(' ')} --help`
}

/** Commander has written what was asked for, or the help instead of a command that was not named. */
const isHelp = ({ code }: CommanderError) => /^commander\.(help|helpDisplayed|version)$/.test(code)

function usageTrouble(error: CommanderError, help: string): Trouble {
  const reason = inOneLine(error.message)
    .replace(/^error: /, '')
    .replace(/\.$/, '')
  return { reason, nextStep: `See "${help}".`, exitCode: exitCodes.usage }
}

/** Says in one line on standard error why the command failed and what to do next, and sets the exit code. */
export function report(error: unknown, { program, argv }: { program: Command; argv: readonly string[] }): void {
  if (error instanceof CommanderError && isHelp(error)) {
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    return
  }
  const { reason, nextStep, exitCode } =
    error instanceof CommanderError ? usageTrouble(error, helpOf(program, argv)) : explain(error)
  const message = inOneLine(reason).replace(/\.$/, '')
  process.stderr.write(`strongroom: ${message}. ${nextStep}\n`)
  if (wantsJson(argv)) answerJson({ error: { message, nextStep, exitCode } })
  process.exitCode = exitCode
}
