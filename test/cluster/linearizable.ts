/** A request as its client saw it. Times are of one monotonic clock. */
export type Operation<Asked> = {
  /** What was asked and answered. */
  readonly of: Asked
  readonly sentAt: number
  /** Infinity where no answer came: it may have been done at any time since, or never. */
  readonly answeredAt: number
}

/** What clients may see of one object that is changed by one request at a time. */
export type Model<State extends string | number, Asked> = {
  readonly initial: State
  /** The state after it; null where it cannot have been answered so in this state. */
  next(state: State, of: Asked): State | null
}

/** A place in the search: all operations before `from` are done, and of the later ones those of `ahead`. */
type Place<State> = { readonly from: number; readonly ahead: readonly number[]; readonly state: State }

/**
 * Looks for one order of all operations that the model allows, in which each happens between its sending and its answer
 * (Wing & Gong 1993, with the memory of Lowe 2017). Answers null where there is one; else the operations of which none can
 * come next in the longest order that was found.
 */
export function contradictionIn<State extends string | number, Asked>(
  history: readonly Operation<Asked>[],
  { initial, next }: Model<State, Asked>,
): readonly Operation<Asked>[] | null {
  const operations = history.toSorted((one, other) => one.sentAt - other.sentAt)
  const seen = new Set<string>()
  const open: Place<State>[] = [{ from: 0, ahead: [], state: initial }]
  let furthest = { done: -1, candidates: [] as number[] }
  for (let place = open.pop(); place; place = open.pop()) {
    const candidates = candidatesAt(place, operations)
    if (candidates.every((at) => operations[at]?.answeredAt === Number.POSITIVE_INFINITY)) return null
    const done = place.from + place.ahead.length
    if (done > furthest.done) furthest = { done, candidates }
    for (const at of candidates.toReversed()) {
      const state = next(place.state, (operations[at] as Operation<Asked>).of)
      if (state === null) continue
      const following = advance(place, at, state)
      const key = `${following.from} ${following.ahead} ${state}`
      if (!seen.has(key)) open.push(following)
      seen.add(key)
    }
  }
  return furthest.candidates.map((at) => operations[at] as Operation<Asked>)
}

/** Those that are not done and were sent before any other of these was answered. */
function candidatesAt<State>({ from, ahead }: Place<State>, operations: readonly Operation<unknown>[]): number[] {
  const candidates: number[] = []
  let firstAnswer = Number.POSITIVE_INFINITY
  for (const [offset, { sentAt, answeredAt }] of operations.slice(from).entries()) {
    if (sentAt > firstAnswer) break
    if (ahead.includes(from + offset)) continue
    candidates.push(from + offset)
    firstAnswer = Math.min(firstAnswer, answeredAt)
  }
  return candidates
}

function advance<State>({ from, ahead }: Place<State>, done: number, state: State): Place<State> {
  const all = new Set([...ahead, done])
  let first = from
  while (all.delete(first)) first += 1
  return { from: first, ahead: [...all].sort((one, other) => one - other), state }
}

/** Notes what clients ask and are answered. */
export function createHistory<Asked>() {
  const operations: Operation<Asked>[] = []
  return {
    operations,
    /** Sends a request; what it answers is noted, unless that is null: then it changed nothing and showed nothing. */
    async note(send: () => Promise<Asked | null>): Promise<Asked | null> {
      const sentAt = performance.now()
      const of = await send()
      if (of !== null) operations.push({ of, sentAt, answeredAt: performance.now() })
      return of
    },
  }
}
