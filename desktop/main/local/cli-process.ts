import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { endNow, environmentWithoutSettings, type ForkServer, outputOf } from './child.ts'
import { createLogLines } from './log-lines.ts'

/** Why a command did not do what it was asked, and what to do next. */
export type CliTrouble = { readonly message: string; readonly nextStep: string }

/** What became of a command: its answer, its trouble, or nothing because it was ended before it had either. */
export type CliOutcome =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'trouble'; readonly trouble: CliTrouble }
  | { readonly kind: 'ended' }

export type CliProcess = {
  readonly outcome: Promise<CliOutcome>
  /** Ends it before its time; what it has stored stays. */
  cancel(): Promise<void>
}

const Refused = z.object({ error: z.object({ message: z.string(), nextStep: z.string() }) })

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Exit codes above are those of commands that a signal interrupted; they tell how far they came. */
const interruptedFrom = 128

/** The trouble of a printed value that has some. */
export function troubleIn(value: unknown): CliTrouble | null {
  const refused = Refused.safeParse(value)
  return refused.success ? refused.data.error : null
}

const unexplained = (code: number, lines: readonly string[]): CliTrouble => ({
  message: [`The command ended with ${code}`, ...lines].join('\n'),
  nextStep: 'Try again; if it comes again, report it with these lines.',
})

type CliOptions = {
  readonly args: readonly string[]
  /** Hears of each line on standard error, and answers whether it was meant for it. */
  readonly onLine?: (line: string) => boolean
}

/** Runs one command with `--json`. What it prints stays in this process: it may be a token. */
export function runCli(fork: ForkServer, { args, onLine = () => false }: CliOptions): CliProcess {
  const env = environmentWithoutSettings()
  const child = fork([...args, '--json'], { stdio: 'pipe', serviceName: 'Strongroom command', env })
  const said = createLogLines()
  let isCancelled = false
  const ended = new Promise<number>((resolve) => child.once('exit', resolve))
  const printed = text(outputOf(child.stdout, ended))
  const heard = Array.fromAsync(createInterface({ input: outputOf(child.stderr, ended) }), (line) => {
    if (!onLine(line)) said.add(line)
  })
  const outcome = Promise.all([ended, printed, heard]).then(([code, json]): CliOutcome => {
    const value = parse(json)
    if (value === undefined)
      return isCancelled ? { kind: 'ended' } : { kind: 'trouble', trouble: unexplained(code, said.last(10)) }
    if (isCancelled && code > interruptedFrom) return { kind: 'ended' }
    const trouble = troubleIn(value)
    return trouble ? { kind: 'trouble', trouble } : { kind: 'answer', value }
  })
  return {
    outcome,
    async cancel() {
      isCancelled = true
      await endNow(child, ended)
    },
  }
}
