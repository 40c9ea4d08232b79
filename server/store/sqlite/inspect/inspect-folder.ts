import { existsSync, statSync } from 'node:fs'
import { DataFolderError } from '../../../platform/data-folder-error.ts'
import type { Inspection } from '../../inspection.ts'
import { readWithAnchor } from '../anchor.ts'
import { type Connection, openDatabase } from '../connection.ts'
import { emptyDatabase, rowsUnlessDamaged, unlessDamaged } from '../damage.ts'
import { anchorIn, databaseIn, mainFile } from '../files.ts'
import { schemaOf } from '../migrate.ts'
import { countCredentialsByKey } from '../reads/credentials.ts'
import { selectKeys } from '../reads/keys.ts'
import { auditLinks, openIntents } from './audit-links.ts'
import { misfits, storedVersions } from './credential-versions.ts'
import { keptTotals, ledgerRows, reserveTransactions, tokenIds } from './reserve-transactions.ts'
import { danglingReferences, structuralFaults } from './structure.ts'
import { tokensOf } from './token-register.ts'

/** Opens a data folder for reading only; throws a `DataFolderError` when it has no database of Strongroom's. */
export function inspectFolder(dataDir: string): Inspection {
  const open = () => connectTo(databaseIn(dataDir))
  const { anchor, value: db } = readWithAnchor(anchorIn(dataDir), open, (unused) => unused.close())
  const { version } = db.prepare('SELECT sqlite_version() AS version').get() as { version: string }
  return {
    anchor,
    othersWrite: false,
    engine: {
      name: 'sqlite',
      description: `SQLite ${version}, write-ahead log, synchronous=FULL`,
      soundness: 'every database page is intact',
      unsafeSettings: [],
      steps: {
        migrate: 'Start the server to migrate the schema.',
        restore: 'Restore the latest backup with "strongroom backup restore --replace".',
      },
    },
    schema: schemaOf(db),
    auditLinks: (filter = {}) => rowsUnlessDamaged(auditLinks(db, filter)),
    openIntents: async () => unlessDamaged(() => openIntents(db)),
    tokens: async () => unlessDamaged(() => tokensOf(db)),
    pairs: () => rowsUnlessDamaged(storedVersions(db)),
    credentialsByKey: async () =>
      unlessDamaged(() => new Map(countCredentialsByKey(db).map(({ keyId, pairs }) => [keyId, pairs]))),
    keys: async () => unlessDamaged(() => (schemaOf(db).applied < 17 ? [] : selectKeys(db))),
    misfits: async () => unlessDamaged(() => misfits(db)),
    ledger: () => rowsUnlessDamaged(ledgerRows(db)),
    reserveTransactions: (filter = {}) => rowsUnlessDamaged(reserveTransactions(db, filter)),
    tokenIds: async (filter = {}) => unlessDamaged(() => tokenIds(db, filter)),
    keptTotals: () => rowsUnlessDamaged(keptTotals(db)),
    structuralFaults: async () => unlessDamaged(() => structuralFaults(db)),
    danglingReferences: async () => unlessDamaged(() => danglingReferences(db)),
    [Symbol.asyncDispose]: async () => void db.close(),
  }
}

function connectTo(file: string): Connection {
  if (!existsSync(file))
    throw new DataFolderError(
      `there is no ${mainFile} in it`,
      'Choose the folder with --data; "strongroom serve" and "strongroom import" create one.',
    )
  if (statSync(file).size === 0) throw emptyDatabase()
  return unlessDamaged(() => pinned(openDatabase(file, { readonly: true })))
}

/** Holds everything that is read from here on to one moment. */
function pinned(db: Connection): Connection {
  try {
    db.exec('BEGIN')
    if (schemaOf(db).applied > 0) return db
    throw emptyDatabase()
  } catch (error) {
    db.close()
    throw error
  }
}
