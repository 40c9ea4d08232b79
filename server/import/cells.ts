import type { Columns } from './column.ts'
import { cellsOfJson, parseLine } from './json-lines.ts'

/** The cells of a row in the order of its places; a text is why it has none. */
export type CellReader = (row: readonly string[], raw: string) => readonly string[] | string

export const csvCells =
  (header: readonly string[]): CellReader =>
  (row) =>
    row.length === header.length
      ? row
      : `the number of cells is ${row.length}, but the header names ${header.length}; a cell with a comma in it must be in quotes`

export const jsonCells =
  (columns: Columns): CellReader =>
  (_row, raw) => {
    const object = parseLine(raw)
    return typeof object === 'string' ? object : cellsOfJson(object, columns)
  }
