import { type Column, type Columns, isRequired, type Values } from './column.ts'

/** Index of each column in a row, by name. */
export type Places = ReadonlyMap<string, number>

const shown = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)

function faultIn(name: string, column: Column<unknown>, cell: string): string | null {
  if (cell === '') return isRequired(column) ? `${name} is required` : null
  if (column.parse(cell) !== undefined) return null
  return `${name} ${column.faultOf?.(cell) ?? column.rule}; it is ${shown(cell)}`
}

/** Compiles the columns of a kind into a function that reads one row: its values, or why it is refused. */
export function createRowReader<Set extends Columns>(columns: Set, places: Places) {
  const cellsOf = Object.entries(columns).map(([name, column]) => ({ name, column, place: places.get(name) ?? -1 }))
  // Copying an object that has every member is several times cheaper than adding them one by one.
  const empty = Object.fromEntries(cellsOf.map(({ name }) => [name, null]))
  const explain = (row: readonly string[]): string =>
    cellsOf
      .map(({ name, column, place }) => faultIn(name, column, row[place] ?? ''))
      .filter((fault) => fault !== null)
      .join('; ')
  return (row: readonly string[]): Values<Set> | string => {
    const values: Record<string, unknown> = { ...empty }
    for (const { name, column, place } of cellsOf) {
      const cell = row[place]
      const value = cell ? column.parse(cell) : column.fallback
      if (value === undefined) return explain(row)
      values[name] = value
    }
    return values as Values<Set>
  }
}
