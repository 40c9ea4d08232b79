import type { Readable } from 'node:stream'
import { type ForkServer, outputOf, sendSignal } from './child.ts'

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

/** Forwards the output of a child until it ends, and resolves when all is written; what can no longer be written is dropped. */
async function passOutput(from: Readable, to: NodeJS.WritableStream): Promise<void> {
  to.on('error', () => {})
  for await (const chunk of from) await new Promise<unknown>((resolve) => to.write(chunk, resolve))
}

type Run = {
  readonly fork: ForkServer
  readonly args: readonly string[]
  readonly platform?: NodeJS.Platform
}

/**
 * Runs a command of the server in the place of the console and answers its exit code. It writes to this process's own
 * standard output and error; standard input it has none, and no command reads it. On Windows Electron hands no
 * redirected output down, and signals are not sent there but end a process at once, so both are passed on by hand.
 */
export async function runCommandLine({ fork, args, platform = process.platform }: Run): Promise<number> {
  const byHand = platform === 'win32'
  const child = fork(args, { stdio: byHand ? 'pipe' : 'inherit', serviceName: 'Strongroom command' })
  const ended = new Promise<number>((resolve) => child.once('exit', resolve))
  const outputs = byHand ? (['stdout', 'stderr'] as const) : []
  const passed = outputs.map((name) => passOutput(outputOf(child[name], ended), process[name]))
  const passOn = (name: NodeJS.Signals) => (byHand ? child.postMessage('stop') : sendSignal(child, name))
  for (const name of signals) process.on(name, passOn)
  try {
    await Promise.all(passed)
    return await ended
  } finally {
    for (const name of signals) process.off(name, passOn)
  }
}
