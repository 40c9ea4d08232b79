import { signal } from './ending.ts'
import type { ForkServer } from './fork.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const isCommand = (word: string) => /^[a-z][a-z-]*$/.test(word)
const isQuestion = (word: string) => ['-h', '--help', '-V', '--version'].includes(word)

/**
 * The command line that the arguments of the console hold from their first word on, or null when a window is asked for.
 * Switches before it, such as `--no-sandbox`, are Chromium's.
 */
export function commandLineOf(argv: readonly string[]): readonly string[] | null {
  const start = argv.findIndex((word) => isQuestion(word) || !word.startsWith('-'))
  const first = argv[start]
  return first !== undefined && (isQuestion(first) || isCommand(first)) ? argv.slice(start) : null
}

type Run = { readonly fork: ForkServer; readonly args: readonly string[] }

/**
 * Runs a command of the server in the place of the console and answers its exit code. It writes to this process's own
 * standard output and error; standard input it has none, and no command reads it.
 */
export async function runCommandLine({ fork, args }: Run): Promise<number> {
  const child = fork(args, { stdio: 'inherit', serviceName: 'Strongroom command' })
  const ended = new Promise<number>((resolve) => child.once('exit', resolve))
  const passOn = (name: NodeJS.Signals) => signal(child, name)
  for (const name of signals) process.on(name, passOn)
  try {
    return await ended
  } finally {
    for (const name of signals) process.off(name, passOn)
  }
}
