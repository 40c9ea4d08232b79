import { DataFolderError } from '../../../platform/data-folder-error.ts'
import type { CopiedTable, CopySource } from '../../copied-tables.ts'
import { toId } from '../../integers.ts'
import { assertAnchored } from '../anchor.ts'
import { openDatabase } from '../connection.ts'
import { asDamage, rowsUnlessDamaged } from '../damage.ts'
import { anchorIn, databaseIn } from '../files.ts'
import { schemaOf } from '../migrate.ts'
import { lockForServing } from '../serving-lock.ts'
import { begin } from '../transact.ts'
import { headOf } from '../writes/append-audit.ts'
import { readRows } from './rows.ts'
import { assertAllCopied, declaredTable } from './tables.ts'

/** Reads a data folder for a copy; no server serves it meanwhile, and no command writes. */
export function openSqliteSource(dataDir: string, tables: readonly CopiedTable[]): CopySource {
  const lock = lockForServing(dataDir)
  const db = openDatabase(databaseIn(dataDir), { readonly: false })
  const close = () => {
    db.close()
    lock[Symbol.dispose]()
  }
  try {
    begin(db)
    assertCurrent(schemaOf(db))
    assertAllCopied(db, tables)
    assertAnchored(db, anchorIn(dataDir))
  } catch (error) {
    close()
    throw asDamage(error)
  }
  return {
    name: dataDir,
    count: async (table) =>
      Number(
        db
          .prepare(`SELECT count(*) FROM ${declaredTable(db, table).name}`)
          .pluck()
          .get(),
      ),
    rows: (table) => rowsUnlessDamaged(readRows(db, table)),
    async head() {
      const { sequence, hash } = headOf(db)
      return sequence === 0n ? null : { sequence: toId(sequence), hash }
    },
    salt: async () => db.prepare('SELECT salt FROM installation').pluck().get() as Uint8Array,
    [Symbol.asyncDispose]: async () => close(),
  }
}

function assertCurrent({ applied, known }: ReturnType<typeof schemaOf>): void {
  if (applied === known) return
  throw new DataFolderError(
    `its schema is ${applied}, and this version copies schema ${known}`,
    'Start a server of this version on it once, and stop it; then copy again.',
  )
}
