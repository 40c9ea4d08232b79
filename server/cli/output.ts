let isAnswered = false

/** Writes the JSON value of a command run with `--json`, unless one was written already. */
export function answerJson(value: unknown): void {
  if (isAnswered) return
  isAnswered = true
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

/** The result of a command on standard output: one JSON value with `--json`, otherwise text. */
export function answer({ json }: { readonly json: boolean }, value: unknown, toText: () => string): void {
  if (json) answerJson(value)
  else process.stdout.write(`${toText()}\n`)
}

/** A note for a person on standard error; never part of the result. */
export const note = (text: string): void => void process.stderr.write(`${text}\n`)

/** An id as REST has it: a JSON number with all its digits. */
export const idAsNumber = (id: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(id)
