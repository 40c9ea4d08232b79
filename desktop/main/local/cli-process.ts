import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Problem } from '../../bridge/failures.ts'
import { t } from '../../words/words.ts'
import { endNow, environmentWithoutSettings, type ForkServer, outputOf } from './child.ts'
import { createLogLines } from './log-lines.ts'

/** Why a command failed, with a word for programs where the command has one. */
export type CommandProblem = Problem & { readonly cause?: string | undefined }

export type CliProcess = {
  /** What the command printed; null when it was cancelled before it printed anything. */
  readonly result: Promise<Result<unknown, CommandProblem>>
  /** Ends the command early; what it has stored stays. */
  cancel(): Promise<void>
}

const FailedCommand = z.object({
  error: z.object({ message: z.string(), nextStep: z.string(), cause: z.string().optional() }),
})

/** The problem that a command printed, if that is what it printed. */
export function problemIn(value: unknown): CommandProblem | null {
  const failed = FailedCommand.safeParse(value)
  return failed.success ? failed.data.error : null
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Exit codes from here on are those of commands that a signal interrupted; they print how far they came. */
const interruptedFrom = 128

const unexplained = (code: number, lines: readonly string[]): Problem => ({
  message: [t('localServer:commandFailed.message', { code }), ...lines].join('\n'),
  nextStep: t('localServer:commandFailed.nextStep'),
})

type Ended = {
  readonly code: number
  readonly json: string
  readonly isCancelled: boolean
  readonly log: readonly string[]
}

function resultOf({ code, json, isCancelled, log }: Ended): Result<unknown, CommandProblem> {
  const value = parse(json)
  if (value === undefined) return isCancelled ? ok(null) : err(unexplained(code, log))
  if (isCancelled && code > interruptedFrom) return ok(null)
  const problem = problemIn(value)
  return problem ? err(problem) : ok(value)
}

type CliOptions = {
  readonly args: readonly string[]
  /** Receives each line of standard error; returns whether the line was meant for it, so is no log line. */
  readonly onLine?: (line: string) => boolean
}

/** Runs one command with `--json`. What it prints stays in this process, since it may be a token. */
export function runCli(fork: ForkServer, { args, onLine = () => false }: CliOptions): CliProcess {
  const env = environmentWithoutSettings()
  const child = fork([...args, '--json'], { stdio: 'pipe', serviceName: 'Strongroom command', env })
  const log = createLogLines()
  let isCancelled = false
  const exited = new Promise<number>((resolve) => child.once('exit', resolve))
  const printed = text(outputOf(child.stdout, exited))
  const read = Array.fromAsync(createInterface({ input: outputOf(child.stderr, exited) }), (line) => {
    if (!onLine(line)) log.add(line)
  })
  const result = Promise.all([exited, printed, read]).then(([code, json]) =>
    resultOf({ code, json, isCancelled, log: log.last(10) }),
  )
  return {
    result,
    async cancel() {
      isCancelled = true
      await endNow(child, exited)
    },
  }
}
