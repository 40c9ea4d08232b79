import { longestLine } from './blocks.ts'
import type { RowSink, RowSource } from './rows.ts'

type Quoted = { readonly cells: string[]; readonly end: number } | 'open' | { readonly fault: string }

const misplaced = 'a quote is inside an unquoted cell; put the whole cell in quotes and double the quotes in it'
const unclosed = `a quote opened in this line is not closed within ${longestLine / 1024 / 1024} MiB or before the end of the file`

const endOfLine = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}
const withoutReturn = (text: string, start: number, end: number): string =>
  text.slice(start, end > start && text.charCodeAt(end - 1) === 0x0d ? end - 1 : end)

/** Index of the quote that closes the cell opened before `from`, or -1. */
function closingQuote(text: string, from: number): number {
  let close = text.indexOf('"', from)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  return close
}

/** Reads one record that has quotes in it (RFC 4180). */
function readQuoted(text: string, start: number): Quoted {
  const cells: string[] = []
  for (let at = start; ; ) {
    if (text[at] !== '"') {
      const lineEnd = endOfLine(text, at)
      const comma = text.indexOf(',', at)
      const last = comma === -1 || comma > lineEnd
      const cell = last ? withoutReturn(text, at, lineEnd) : text.slice(at, comma)
      if (cell.includes('"')) return { fault: misplaced }
      cells.push(cell)
      if (last) return { cells, end: lineEnd }
      at = comma + 1
      continue
    }
    const close = closingQuote(text, at + 1)
    if (close === -1) return 'open'
    cells.push(text.slice(at + 1, close).replaceAll('""', '"'))
    at = close + 1
    if (text[at] === ',') {
      at += 1
      continue
    }
    if (text[at] === '\r' && (text[at + 1] === '\n' || at + 1 === text.length)) at += 1
    if (at === text.length || text[at] === '\n') return { cells, end: at }
    return { fault: misplaced }
  }
}

const newlinesIn = (text: string): number => text.split('\n').length - 1

/**
 * Reads CSV (RFC 4180): LF or CRLF; quoted cells may contain commas, quotes and line breaks. Empty lines are skipped.
 */
export function createCsvSource(sink: RowSink): RowSource {
  let held = ''
  let line = 1
  let faults = new Map<number, string>()

  const faultWithin = (lines: number): string | undefined => {
    if (!faults.size) return undefined
    for (let one = line; one < line + lines; one += 1) if (faults.has(one)) return faults.get(one)
    return undefined
  }
  const emit = (cells: readonly string[], lines: number, raw: string) => {
    const fault = faultWithin(lines)
    if (fault) sink.fault(fault, line, raw)
    else if (raw !== '') sink.row(cells, line, raw)
    line += lines
  }
  /** Reads the record at `start`; returns where the next begins, or null if the record is incomplete. */
  const record = (text: string, start: number, isLast: boolean): number | null => {
    const quoted = readQuoted(text, start)
    if (quoted === 'open' && !isLast && text.length - start < longestLine) return null
    if (quoted !== 'open' && 'cells' in quoted) {
      const raw = withoutReturn(text, start, quoted.end)
      emit(quoted.cells, 1 + newlinesIn(raw), raw)
      return quoted.end + 1
    }
    const end = endOfLine(text, start)
    sink.fault(faultWithin(1) ?? (quoted === 'open' ? unclosed : quoted.fault), line, withoutReturn(text, start, end))
    line += 1
    return end + 1
  }
  const scan = (text: string, isLast: boolean) => {
    held = ''
    for (let at = 0; at < text.length; ) {
      const end = endOfLine(text, at)
      const raw = withoutReturn(text, at, end)
      if (!raw.includes('"')) {
        emit(raw.split(','), 1, raw)
        at = end + 1
        continue
      }
      const next = record(text, at, isLast)
      if (next === null) {
        held = text.slice(at)
        return
      }
      at = next
    }
  }
  return {
    read(block) {
      if (block.faults.size || faults.size) {
        const first = line + newlinesIn(held)
        faults = new Map([...faults].filter(([place]) => place >= line))
        for (const [offset, reason] of block.faults) faults.set(first + offset, reason)
      }
      scan(held + block.text, false)
    },
    end: () => scan(held, true),
  }
}
