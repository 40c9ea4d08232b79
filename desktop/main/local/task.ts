import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/result.ts'
import { type ConsoleFailure, consoleFailure, type Problem } from '../../bridge/failures.ts'
import type { LongTask } from '../../bridge/local.ts'
import type { LongTaskProgress } from '../../bridge/progress.ts'
import { t } from '../../words/words.ts'
import type { ForkServer } from './child.ts'
import { type CliProcess, type CommandProblem, runCli } from './cli-process.ts'

const count = z.number().int().nonnegative()

const ProgressLine = z.union([
  z.object({ step: z.string(), doneBytes: count, allBytes: count }),
  z.object({ step: z.string(), doneRecords: count, allRecords: count }),
])

/** The progress that a line reports, or null for any other line. */
export function progressIn(line: string): LongTaskProgress | null {
  try {
    return ProgressLine.parse(JSON.parse(line))
  } catch {
    return null
  }
}

export const taskFailure = ({ message, nextStep, cause }: CommandProblem): ConsoleFailure =>
  consoleFailure('TaskFailed', { info: [message, nextStep], cause: cause ?? null })

type Work = Parameters<typeof runCli>[1] & {
  /** Removes what the command leaves unfinished when it is cancelled. */
  readonly cleanUp?: () => Promise<void>
}

/** Runs at most one long command at a time. */
export type TaskRunner = {
  running(): LongTask | null
  /** Returns what the command printed; null when it was cancelled. */
  run(name: LongTask, work: Work): Promise<Result<unknown, ConsoleFailure>>
  /** Ends the running command, if any, and waits until it is cleaned up. */
  cancel(): Promise<void>
}

type Running = {
  readonly name: LongTask
  readonly process: CliProcess
  readonly result: Promise<Result<unknown, ConsoleFailure>>
}

const busy = (): Problem => ({
  message: t('localServer:busy.message'),
  nextStep: t('localServer:busy.nextStep'),
})

async function resultOf(process: CliProcess, { cleanUp }: Work): Promise<Result<unknown, ConsoleFailure>> {
  const ended = await process.result
  if (!ended.ok) return err(taskFailure(ended.error))
  if (ended.value === null) await cleanUp?.()
  return ok(ended.value)
}

export function createTaskRunner(fork: ForkServer, onChange: () => void): TaskRunner {
  let running: Running | null = null

  function become(next: Running | null): void {
    running = next
    onChange()
  }

  return {
    running: () => running?.name ?? null,
    async run(name, work) {
      if (running) return err(taskFailure(busy()))
      const process = runCli(fork, work)
      const result = resultOf(process, work).finally(() => become(null))
      become({ name, process, result })
      return result
    },
    async cancel() {
      const current = running
      await current?.process.cancel()
      await current?.result.catch(() => {})
    },
  }
}
