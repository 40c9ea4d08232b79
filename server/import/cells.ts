import type { Columns } from './column.ts'
import { cellsOfJson, parseLine } from './json-lines.ts'

/** The cells of a row in column order, or text with the reason why there are none. */
export type CellReader = (row: readonly string[], raw: string) => readonly string[] | string

export const csvCells =
  (header: readonly string[]): CellReader =>
  (row) =>
    row.length === header.length
      ? row
      : `the row has ${row.length} cells, but the header has ${header.length}; quote cells that contain a comma`

export const jsonCells =
  (columns: Columns): CellReader =>
  (_row, raw) => {
    const object = parseLine(raw)
    return typeof object === 'string' ? object : cellsOfJson(object, columns)
  }
