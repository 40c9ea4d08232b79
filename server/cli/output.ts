let isAnswered = false

/** Writes the one JSON value of a command that was run with `--json`; whatever came before it stays the only one. */
export function answerJson(value: unknown): void {
  if (isAnswered) return
  isAnswered = true
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

/** What a command found: one JSON value with `--json`, else the text, each on standard output. */
export function answer({ json }: { readonly json: boolean }, value: unknown, toText: () => string): void {
  if (json) answerJson(value)
  else process.stdout.write(`${toText()}\n`)
}

/** Something a person wants to know on the way; never part of the answer. */
export const note = (text: string): void => void process.stderr.write(`${text}\n`)

/** An id as REST has it: a JSON number with all its digits. */
export const idAsNumber = (id: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(id)
