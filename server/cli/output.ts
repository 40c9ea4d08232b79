import { nameUnseen, unseenCharacter } from '../../shared/unseen-characters.ts'

let isAnswered = false

const everyUnseen = new RegExp(unseenCharacter, 'gu')
const escaped = (text: string) =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

/** The same JSON with characters escaped that a terminal would obey or hide. */
const printable = (json: string) => json.replace(everyUnseen, escaped)

/** Writes the JSON value of a command run with `--json`, unless one was written already. */
export function answerJson(value: unknown): void {
  if (isAnswered) return
  isAnswered = true
  process.stdout.write(`${printable(JSON.stringify(value))}\n`)
}

/** The result of a command on standard output: one JSON value with `--json`, otherwise text. */
export function answer({ json }: { readonly json: boolean }, value: unknown, toText: () => string): void {
  if (json) answerJson(value)
  else process.stdout.write(`${toText()}\n`)
}

/** A note for a person on standard error; never part of the result. */
export const note = (text: string): void => void process.stderr.write(`${nameUnseen(text)}\n`)

/** A result in one sentence. */
export const say = (text: string): void => void process.stdout.write(`${nameUnseen(text)}\n`)

/** An id as REST has it: a JSON number with all its digits. */
export const idAsNumber = (id: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(id)
