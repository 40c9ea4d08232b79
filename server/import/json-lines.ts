import { structuralFault } from '../text/json-structure.ts'
import type { Columns } from './column.ts'
import type { RowSink, RowSource } from './rows.ts'

/** A number as written: JSON.parse alone would round it. */
const written = Symbol('written')
type Written = { readonly [written]: string }
type JsonValue = string | boolean | null | object
export type JsonRow = Readonly<Record<string, JsonValue>>

const asWritten = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && source !== undefined ? { [written]: source } : value

const isObject = (value: unknown): value is JsonRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses one line, or returns text with the reason why it cannot. */
export function parseLine(line: string): JsonRow | string {
  const fault = structuralFault(line)
  if (fault) return `the line ${fault}`
  try {
    const value: unknown = JSON.parse(line, asWritten as (key: string, value: unknown) => unknown)
    return isObject(value) ? value : 'the line is not a JSON object'
  } catch {
    return 'the line is not JSON; each line must be one complete object'
  }
}

const isWritten = (value: JsonValue): value is Written =>
  typeof value === 'object' && value !== null && written in value

const typeOf = (value: JsonValue): string => (isWritten(value) ? 'number' : typeof value)

/** The members as cells in column order, or text with the reason why they do not match. */
export function cellsOfJson(row: JsonRow, columns: Columns): readonly string[] | string {
  const names = Object.keys(columns)
  const unknown = Object.keys(row).filter((name) => !Object.hasOwn(columns, name))
  if (unknown.length) return `unknown column ${unknown.join(', ')}; known are ${names.join(', ')}`
  const cells: string[] = []
  for (const [name, column] of Object.entries(columns)) {
    const value = row[name] ?? null
    if (value !== null && !column.json.some((type) => type === typeOf(value))) return `${name} ${column.rule}`
    cells.push(value === null ? '' : isWritten(value) ? value[written] : `${value}`)
  }
  return cells
}

/** Reads NDJSON: one JSON text per line. Empty lines are skipped; the only cell of a row is the line itself. */
export function createJsonLineSource(sink: RowSink): RowSource {
  let line = 1
  return {
    read({ text, faults }) {
      const first = line
      for (let at = 0; at < text.length; line += 1) {
        const found = text.indexOf('\n', at)
        const end = found === -1 ? text.length : found
        const raw = text.slice(at, text.charCodeAt(end - 1) === 0x0d ? end - 1 : end)
        const fault = faults.size ? faults.get(line - first) : undefined
        if (fault) sink.fault(fault, line, raw)
        else if (raw !== '') sink.row([raw], line, raw)
        at = end + 1
      }
    },
    end() {},
  }
}
