/** In milliseconds. */
export type TimeLimits = {
  /** That a connection is waited for. */
  readonly connection: number
  /** That one statement takes. */
  readonly statement: number
  /** That a statement waits for a lock that another transaction holds. */
  readonly lock: number
  /** That a question waits for its answer, with all of the above. */
  readonly answer: number
}

/** Of what no request waits for, such as an import. */
export const commandLimits: TimeLimits = {
  connection: 5_000,
  statement: 60_000,
  lock: 15_000,
  answer: Number.POSITIVE_INFINITY,
}

/** A request is answered within five seconds, also while the database waits for something. */
export const requestLimits: TimeLimits = { connection: 2_500, statement: 2_500, lock: 2_000, answer: 3_000 }

/** From the request for a write until its COMMIT is answered. Where it is not, finding its outcome takes up to two seconds. */
export const mostToWrite = 3_500
/** The same for a write that would wait for what another one waits for: a request that failed often ends what it began. */
const mostToWriteInDoubt = 1_000
/** How long others are expected to wait for the same after a COMMIT was not answered. */
const doubtLasts = 5_000

/** The time that writes have. */
export type Patience = {
  /** When a write that is asked for now has to be answered, by `performance.now()`. */
  deadline(): number
  noteLateCommit(): void
}

export function createPatience(): Patience {
  let lateAt = Number.NEGATIVE_INFINITY
  return {
    deadline: () => {
      const now = performance.now()
      return now + (now - lateAt < doubtLasts ? mostToWriteInDoubt : mostToWrite)
    },
    noteLateCommit: () => {
      lateAt = performance.now()
    },
  }
}

/** Gives one transaction on a connection for requests the time of a command. */
export const commandTimesSql: readonly string[] = [
  `SET LOCAL statement_timeout = ${commandLimits.statement}`,
  `SET LOCAL lock_timeout = ${commandLimits.lock}`,
]

/** Rejects where the answer takes longer than so many milliseconds; it may still come. */
export function within<Output>(milliseconds: number, answer: Promise<Output>): Promise<Output> {
  if (milliseconds === Number.POSITIVE_INFINITY) return answer
  // A bare timer: one that an AbortController ends takes another 12 µs of each question.
  return new Promise((resolve, reject) => {
    const late = () => reject(Object.assign(new Error('the database did not answer in time'), { code: 'ETIMEDOUT' }))
    const timer = setTimeout(late, Math.max(0, milliseconds))
    answer.finally(() => clearTimeout(timer)).then(resolve, reject)
  })
}
