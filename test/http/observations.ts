import type { Call } from './calls.ts'
import { contract, outcomeOf } from './contract.ts'
import type { Answer } from './exchange.ts'
import { type Change, mistakes } from './mistakes.ts'
import type { Stage } from './stage.ts'

/** What was seen of the endpoints, and what in it the document does not allow. */
export type Observations = {
  readonly outcomesOf: (endpoint: string) => string[]
  readonly faults: ReadonlySet<string>
  readonly note: (call: Call, answer: Answer) => Answer
  /** Sends the calls one after the other, each changed alike. */
  readonly sendAll: (stage: Stage, change?: Change, calls?: readonly Call[]) => Promise<Answer[]>
}

export function createObservations(): Observations {
  const seen = new Map<string, Set<string>>()
  const faults = new Set<string>()
  const note: Observations['note'] = ({ endpoint }, answer) => {
    const outcome = outcomeOf(answer)
    seen.set(endpoint, (seen.get(endpoint) ?? new Set()).add(outcome))
    const described = contract.get(endpoint)?.get(answer.status)
    for (const fault of described?.faultsOf(answer) ?? []) faults.add(`${endpoint} ${outcome}: ${fault}`)
    return answer
  }
  return {
    outcomesOf: (endpoint) => [...(seen.get(endpoint) ?? [])].sort(),
    faults,
    note,
    sendAll: async (stage, change = mistakes.none, calls = stage.calls) => {
      const answers: Answer[] = []
      for (const call of calls) answers.push(note(call, await stage.send(change(stage.sent(call), call))))
      return answers
    },
  }
}
