import { fieldOf } from './csv-cell.ts'

/** RFC 4180 with a header row: every line ends in CRLF; docs/exports.md tells how to read it back. */
export const csvOf = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, ...rows].map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('')
