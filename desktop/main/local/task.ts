import { z } from 'zod'
import { type Answer, answer, refuse } from '../../bridge/answer.ts'
import type { LongTask } from '../../bridge/local.ts'
import type { SoFar } from '../../bridge/progress.ts'
import type { ForkServer } from './child.ts'
import { type CliProcess, type CliTrouble, runCli } from './cli-process.ts'

const bytes = z.number().int().nonnegative()

const Told = z.object({ step: z.string(), doneBytes: bytes, allBytes: bytes })

/** How far a command is, when the line tells that. */
export function soFarIn(line: string): SoFar | null {
  try {
    return Told.parse(JSON.parse(line))
  } catch {
    return null
  }
}

export const failed = ({ message, nextStep }: CliTrouble): Answer<never> =>
  refuse('TaskFailed', { info: [message, nextStep] })

type Work = Parameters<typeof runCli>[1] & {
  /** Takes away what it leaves unfinished when it is cancelled. */
  readonly tidy?: () => Promise<void>
}

/** The one long command that runs at a time. */
export type Task = {
  /** Which one runs. */
  running(): LongTask | null
  /** Answers what the command printed; null when it was cancelled. */
  run(name: LongTask, work: Work): Promise<Answer<unknown>>
  /** Ends the command that runs and waits until that is tidied up; without one there is nothing to do. */
  cancel(): Promise<void>
}

type Running = { readonly name: LongTask; readonly process: CliProcess; readonly end: Promise<Answer<unknown>> }

const busy: CliTrouble = {
  message: 'Another import or back-up runs; this one was not started.',
  nextStep: 'Wait for its end, or cancel it.',
}

async function endOf({ outcome }: CliProcess, { tidy }: Work): Promise<Answer<unknown>> {
  const ended = await outcome
  if (ended.kind === 'trouble') return failed(ended.trouble)
  if (ended.kind === 'ended') await tidy?.()
  return answer(ended.kind === 'answer' ? ended.value : null)
}

export function createTask(fork: ForkServer, onChange: () => void): Task {
  let running: Running | null = null

  function become(next: Running | null): void {
    running = next
    onChange()
  }

  return {
    running: () => running?.name ?? null,
    async run(name, work) {
      if (running) return failed(busy)
      const process = runCli(fork, work)
      const end = endOf(process, work).finally(() => become(null))
      become({ name, process, end })
      return end
    },
    async cancel() {
      const current = running
      await current?.process.cancel()
      await current?.end.catch(() => {})
    },
  }
}
