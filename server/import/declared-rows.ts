import type { RowSink } from './rows.ts'

/** The last line of a file that declares how many rows it has: `#rows=1234` in CSV, `{"rows":1234}` in NDJSON. */
const declarations = { csv: /^#rows=(\d{1,15})$/, ndjson: /^\{\s*"rows"\s*:\s*(\d{1,15})\s*\}$/ } as const

const longestDeclaration = 60

export type RowFormat = keyof typeof declarations

export type RowCheck = RowSink & {
  /** Call it where the reading ended; `fault` is why that was not the end of the file. */
  end(fault?: string): void
}

type Watched = {
  readonly format: RowFormat
  /** Where the header is; it is no row. */
  readonly headerLine: number | null
  /** Refuse a file that does not declare its rows. */
  readonly isRequired: boolean
}

const examples = { csv: '#rows=1234', ndjson: '{"rows":1234}' } as const

const undeclared = (format: RowFormat): string =>
  `the file does not declare its number of rows in a last line such as ${examples[format]}, so it may be cut off; get the whole file and import it again`

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

function faultOf(declared: number, found: number): string | null {
  if (declared === found) return null
  const difference =
    declared > found
      ? counted(declared - found, 'is missing', 'are missing')
      : counted(found - declared, 'is too many', 'are too many')
  return `the file declares ${counted(declared, 'row', 'rows')}, but it has ${found}: ${difference}; get the whole file and import it again`
}

/** Counts the rows on their way to a sink and holds the file to the number it declares at its end. */
export function checkRows(sink: RowSink, { format, headerLine, isRequired }: Watched): RowCheck {
  let rows = 0
  let lastLine = 0
  let isDeclared = false

  /** Whether the line was a declaration, or stands after one. */
  const takes = (line: number, raw: string): boolean => {
    lastLine = line
    if (line === headerLine) return false
    const [, declared] = (raw.length <= longestDeclaration && declarations[format].exec(raw)) || []
    if (declared === undefined && !isDeclared) {
      rows += 1
      return false
    }
    const fault = isDeclared
      ? 'it stands after the line that declares the number of rows, which must be the last'
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
