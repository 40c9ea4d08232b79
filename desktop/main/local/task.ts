import { type Answer, answer, refuse } from '../../bridge/answer.ts'
import { type CliProcess, type CliTrouble, runCli } from './cli-process.ts'
import type { ForkServer } from './fork.ts'

export const failed = ({ message, nextStep }: CliTrouble): Answer<never> =>
  refuse('TaskFailed', { info: [message, nextStep] })

type Work = Parameters<typeof runCli>[1]

/** The one long command that runs at a time. */
export type Task = {
  /** Answers what the command printed; null when it was cancelled. */
  run(work: Work): Promise<Answer<unknown>>
  /** Ends the command that runs; without one there is nothing to do. */
  cancel(): Promise<void>
}

const busy: CliTrouble = {
  message: 'Another import or back-up runs; this one was not started.',
  nextStep: 'Wait for its end, or cancel it.',
}

export function createTask(fork: ForkServer): Task {
  let running: CliProcess | null = null

  async function run(work: Work): Promise<Answer<unknown>> {
    if (running) return failed(busy)
    running = runCli(fork, work)
    const outcome = await running.outcome.finally(() => {
      running = null
    })
    if (outcome.kind === 'trouble') return failed(outcome.trouble)
    return answer(outcome.kind === 'answer' ? outcome.value : null)
  }

  return { run, cancel: async () => await running?.cancel() }
}
