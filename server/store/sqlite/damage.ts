import { DataFolderError } from '../../platform/data-folder-error.ts'
import { StoreError } from '../store-error.ts'
import { codeOf, storeErrorOf } from './fault-of.ts'
import { mainFile } from './files.ts'

/** Runs work on a database file; throws a `DataFolderError` when the file is damaged, a `StoreError` when it cannot be used. */
export function unlessDamaged<Output>(work: () => Output): Output {
  try {
    return work()
  } catch (error) {
    throw asDamage(error)
  }
}

/** Rows as they are read, until a damaged page stands in the way. */
export async function* rowsUnlessDamaged<Row>(rows: Iterable<Row>): AsyncGenerator<Row> {
  try {
    yield* rows
  } catch (error) {
    throw asDamage(error)
  }
}

/** What is thrown in the place of what SQLite threw; what others threw stays. */
export function asDamage(error: unknown): unknown {
  const known = codeOf(error).startsWith('SQLITE_') ? storeErrorOf(error) : error
  return known instanceof StoreError && known.cause === 'damaged' ? damaged() : known
}

/** SQLite takes an empty file for a database that nothing was written into. */
export const emptyDatabase = () =>
  new DataFolderError(`${mainFile} in it is empty`, 'Restore a backup with "strongroom backup restore".')

const damaged = () =>
  new DataFolderError(`${mainFile} in it is damaged`, 'Restore a backup with "strongroom backup restore".')
