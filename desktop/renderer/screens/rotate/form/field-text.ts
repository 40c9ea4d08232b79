export type Field = HTMLInputElement | HTMLTextAreaElement

/** Stands for a line break in a field of one line, which would drop it: the line separator of Unicode. */
const lineMark = '\u2028'

const inOneLine = (text: string): string => text.replaceAll(/\r\n?|\n/g, lineMark)

/** What a field holds, with the line breaks it was given. */
export const textOf = (field: Field | null): string => field?.value.replaceAll(lineMark, '\n') ?? ''

export function putText(field: Field | null, text: string): void {
  if (field) field.value = field instanceof HTMLInputElement ? inOneLine(text) : text
}

/** Puts text in the place of what is selected, as pasting does, but keeps its line breaks. */
export function pasteText(field: HTMLInputElement, text: string): void {
  const { selectionStart, selectionEnd, value } = field
  field.setRangeText(inOneLine(text), selectionStart ?? 0, selectionEnd ?? value.length, 'end')
}
