import { type Command, CommanderError } from 'commander'
import { nameUnseen } from '../../shared/unseen-characters.ts'
import { exitCodes } from './exit-codes.ts'
import { explain, type Trouble } from './explain.ts'
import { answerJson } from './output.ts'
import { wantsJson } from './settings.ts'

/** One line that does not repeat a token, or a URL's password, given in the wrong place. */
const inOneLine = (text: string) =>
  text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/srt_\w+/g, 'srt_...')
    .replace(/:\/\/[^\s/]*@/g, '://...@')

/** The command line that shows the relevant help. */
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

/** Commander has already printed the help or the version. */
const isHelp = ({ code }: CommanderError) => /^commander\.(help|helpDisplayed|version)$/.test(code)

function usageTrouble(error: CommanderError, help: string): Trouble {
  const reason = inOneLine(error.message)
    .replace(/^error: /, '')
    .replace(/\.$/, '')
  return { reason, nextStep: `See "${help}".`, exitCode: exitCodes.usage }
}

/** Prints the cause and the next step in one line on standard error and sets the exit code. */
export function report(error: unknown, { program, argv }: { program: Command; argv: readonly string[] }): void {
  if (error instanceof CommanderError && isHelp(error)) {
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    return
  }
  const { reason, nextStep, exitCode, facts }: Trouble =
    error instanceof CommanderError ? usageTrouble(error, helpOf(program, argv)) : explain(error)
  const message = nameUnseen(inOneLine(reason).replace(/\.$/, ''))
  process.stderr.write(`strongroom: ${message}. ${nameUnseen(nextStep)}\n`)
  if (wantsJson(argv)) answerJson({ error: { message, nextStep, exitCode, ...facts } })
  process.exitCode = exitCode
}
