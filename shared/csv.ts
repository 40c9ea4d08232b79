const plainNumber = /^-?\d+(\.\d+)?$/

/**
 * Where a spreadsheet could see the start of a formula: at the start of the text, and after what it takes for the end of
 * a cell where another separator is set. An apostrophe counts too, so that the marks can be removed again.
 */
const formulaStart = /^(?=[^\S\t\r\n]*[=+\-@'＝＋－＠]|[\t\r\n])|(?<=[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@'＝＋－＠])/g
const mark = /(^|[;\t\r\n])'/g

/** The text with an apostrophe wherever a formula could start; numbers, also negative ones, stay numbers. */
export const harmless = (text: string): string => (plainNumber.test(text) ? text : text.replace(formulaStart, "'"))

/** The text of which {@link harmless} made this one. */
export const withoutMarks = (text: string): string => text.replace(mark, '$1')

/** One field of RFC 4180, quoted where it has to be. */
function fieldOf(text: string): string {
  const safe = harmless(text)
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One record of RFC 4180 without the CRLF that ends it. */
export const csvRecord = (fields: readonly string[]): string => fields.map(fieldOf).join(',')

/** RFC 4180 with a header row: every line ends in CRLF; docs/exports.md tells how to read it back. */
export const csvOf = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, ...rows].map((row) => `${csvRecord(row)}\r\n`).join('')
