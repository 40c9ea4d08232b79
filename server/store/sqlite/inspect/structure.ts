import type { Connection } from '../connection.ts'

const mostLines = 20

/** Reads every page of the file. */
export const structuralFaults = (db: Connection): readonly string[] =>
  (db.pragma(`integrity_check(${mostLines})`) as { integrity_check: string }[])
    .map((row) => row.integrity_check)
    .filter((line) => line !== 'ok')

type DanglingRow = { table: string; rowid: bigint | null; parent: string }

export function danglingReferences(db: Connection): readonly string[] {
  const lines: string[] = []
  for (const { table, rowid, parent } of db.prepare<[], DanglingRow>('PRAGMA foreign_key_check').iterate()) {
    lines.push(`${table}${rowid === null ? '' : ` row ${rowid}`} refers to a row of ${parent} that does not exist`)
    if (lines.length === mostLines) break
  }
  return lines
}
