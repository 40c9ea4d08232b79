import { DataFolderError } from '../../platform/data-folder-error.ts'

const codeOf = (error: unknown) => {
  const { code, sqliteCode } = error as { code?: unknown; sqliteCode?: unknown }
  return String(sqliteCode ?? code)
}

/** SQLite cannot read the file: a page of it, or the whole, is not what it wrote. */
const isDamage = (error: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error))

/** Runs work on a database file, and says so when the file is damaged. */
export function unlessDamaged<Output>(work: () => Output): Output {
  try {
    return work()
  } catch (error) {
    throw toldDamage(error)
  }
}

/** Rows as they are read, until a damaged page stands in the way. */
export function* rowsUnlessDamaged<Row>(rows: Iterable<Row>): Generator<Row> {
  try {
    yield* rows
  } catch (error) {
    throw toldDamage(error)
  }
}

/** What is thrown in the place of what SQLite threw. */
export const toldDamage = (error: unknown): unknown => (isDamage(error) ? damaged() : error)

/** SQLite takes an empty file for a database that nothing was written into. */
export const emptyDatabase = () =>
  new DataFolderError('strongroom.db in it is empty', 'Restore a backup with "strongroom backup restore".')

const damaged = () =>
  new DataFolderError('strongroom.db in it is damaged', 'Restore a backup with "strongroom backup restore".')
