/** A reader that knows RFC 4180 and nothing of how the console writes: strict about quotes and line ends. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const [field, end] = text[at] === '"' ? quoted(text, at) : plain(text, at)
    row.push(field)
    at = end
    if (text[at] === ',') {
      at += 1
      if (at === text.length) throw new Error('The last line does not end.')
      continue
    }
    if (!text.startsWith('\r\n', at)) throw new Error(`Neither a comma nor CRLF at ${at}.`)
    at += 2
    rows.push(row)
    row = []
  }
  return rows
}

function plain(text: string, start: number): [string, number] {
  const end = start + text.slice(start).search(/[,\r\n]|$/)
  const field = text.slice(start, end)
  if (field.includes('"')) throw new Error(`A quote in a field without quotes at ${start}.`)
  return [field, end]
}

function quoted(text: string, start: number): [string, number] {
  const [whole = ''] = /^"((?:[^"]|"")*)"/.exec(text.slice(start)) ?? []
  if (whole === '') throw new Error(`A quote that is not closed at ${start}.`)
  return [whole.slice(1, -1).replaceAll('""', '"'), start + whole.length]
}
