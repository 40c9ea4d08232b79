/** Does each work once those before it have ended, well or not. */
export function oneAfterAnother() {
  let last: Promise<unknown> = Promise.resolve()
  return <Output>(work: () => Promise<Output>): Promise<Output> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}
