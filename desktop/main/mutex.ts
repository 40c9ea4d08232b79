export type InTurn = <Output>(work: () => Promise<Output>) => Promise<Output>

/** Does each work once those before it have ended, well or not. */
export function oneAfterAnother(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}
