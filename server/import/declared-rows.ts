import type { RowSink } from './rows.ts'

/** The last line of a file, which may declare its number of rows: `#rows=1234` in CSV, `{"rows":1234}` in NDJSON. */
const declarations = { csv: /^#rows=(\d{1,15})$/, ndjson: /^\{\s*"rows"\s*:\s*(\d{1,15})\s*\}$/ } as const

const longestDeclaration = 60

export type RowFormat = keyof typeof declarations

export type RowCheck = RowSink & {
  /** Call it where reading ended; `fault` is why that was not the end of the file. */
  end(fault?: string): void
}

type Watched = {
  readonly format: RowFormat
  /** Line of the header, which is not a row. */
  readonly headerLine: number | null
  /** Refuse a file that does not declare its rows. */
  readonly isRequired: boolean
}

const examples = { csv: '#rows=1234', ndjson: '{"rows":1234}' } as const

const undeclared = (format: RowFormat): string =>
  `the file does not declare its number of rows in a last line such as ${examples[format]}, so it may be truncated; get the complete file and import it again`

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

function faultOf(declared: number, found: number): string | null {
  if (declared === found) return null
  const difference =
    declared > found
      ? counted(declared - found, 'is missing', 'are missing')
      : counted(found - declared, 'is too many', 'are too many')
  return `the file declares ${counted(declared, 'row', 'rows')}, but it has ${found}: ${difference}; get the complete file and import it again`
}

/** Counts rows on their way to a sink and compares the count with the number declared in the last line. */
export function checkRows(sink: RowSink, { format, headerLine, isRequired }: Watched): RowCheck {
  let rows = 0
  let lastLine = 0
  let isDeclared = false

  /** Whether the line was a declaration, or comes after one. */
  const takes = (line: number, raw: string): boolean => {
    lastLine = line
    if (line === headerLine) return false
    const [, declared] = (raw.length <= longestDeclaration && declarations[format].exec(raw)) || []
    if (declared === undefined && !isDeclared) {
      rows += 1
      return false
    }
    const fault = isDeclared
      ? 'it comes after the line that declares the number of rows, which must be the last line'
      : faultOf(Number(declared), rows)
    isDeclared = true
    if (fault) sink.fault(fault, line, raw)
    return true
  }
  return {
    row(cells, line, raw) {
      if (!takes(line, raw)) sink.row(cells, line, raw)
    },
    fault(reason, line, raw) {
      if (!takes(line, raw)) sink.fault(reason, line, raw)
    },
    end(fault) {
      const reason = fault ?? (isRequired && !isDeclared ? undeclared(format) : null)
      if (reason) sink.fault(reason, lastLine + 1, '')
    },
  }
}
