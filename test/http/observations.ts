import type { Call } from './calls.ts'
import { type Contract, contract, outcomeOf } from './contract.ts'
import type { EndpointScene } from './endpoint-scene.ts'
import type { Answer } from './exchange.ts'
import { type Change, mistakes } from './mistakes.ts'

/** What was seen of the endpoints, and what in it the document does not allow. */
export type Observations = {
  readonly outcomesOf: (endpoint: string) => string[]
  readonly faults: ReadonlySet<string>
  readonly note: (call: Call, answer: Answer) => Answer
  /** Sends the calls one after the other, each changed alike. */
  readonly sendAll: (stage: EndpointScene, change?: Change, calls?: readonly Call[]) => Promise<Answer[]>
}

/** Held against a document; `every` is how each request that `sendAll` sends is changed besides. */
export function createObservations(described: Contract = contract, every: Change = mistakes.none): Observations {
  const seen = new Map<string, Set<string>>()
  const faults = new Set<string>()
  const note: Observations['note'] = ({ endpoint }, answer) => {
    const outcome = outcomeOf(answer)
    seen.set(endpoint, (seen.get(endpoint) ?? new Set()).add(outcome))
    const faultsOf = described.get(endpoint)?.get(answer.status)?.faultsOf
    for (const fault of faultsOf?.(answer) ?? []) faults.add(`${endpoint} ${outcome}: ${fault}`)
    return answer
  }
  return {
    outcomesOf: (endpoint) => [...(seen.get(endpoint) ?? [])].sort(),
    faults,
    note,
    sendAll: async (stage, change = mistakes.none, calls = stage.calls) => {
      const answers: Answer[] = []
      for (const call of calls) answers.push(note(call, await stage.send(every(change(stage.sent(call), call), call))))
      return answers
    },
  }
}
