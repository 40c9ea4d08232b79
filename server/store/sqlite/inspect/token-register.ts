import { existsSync } from 'node:fs'
import { DataFolderError } from '../../../platform/data-folder-error.ts'
import type { TokenRegister } from '../../inspection.ts'
import type { TokenRecord } from '../../records.ts'
import { type TokenRow, toTokenRecord } from '../../rows/tokens.ts'
import { assertAnchored } from '../anchor.ts'
import { type Connection, openDatabase } from '../connection.ts'
import { anchorIn, databaseIn } from '../files.ts'
import { structuralFaults } from './structure.ts'

/** As far as it can be read; a database of an older version may lack later columns, one of a newer version has more. */
type LaterColumn = 'allowed_from' | 'disabled_at' | 'version' | 'owner' | 'origin'
type KnownRow = Omit<TokenRow, LaterColumn> & Partial<Pick<TokenRow, LaterColumn>> & { readonly hash: Uint8Array }

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Reads the tokens of a folder that is no longer served: of any schema, and from a damaged database as many as can be
 * read. Never throws.
 */
export function readTokenRegister(dataDir: string): TokenRegister {
  const tokens = new Map<string, TokenRecord>()
  try {
    if (!existsSync(databaseIn(dataDir))) return { tokens, fault: 'there is no strongroom.db in it' }
    using opened = openToRead(dataDir)
    readInto(tokens, opened.db)
    return { tokens, fault: faultOf(opened.db, dataDir) }
  } catch (error) {
    return { tokens, fault: messageOf(error) }
  }
}

/** Opens a database of any schema. */
export function openToRead(dataDir: string): Disposable & { readonly db: Connection } {
  const db = openDatabase(databaseIn(dataDir), { readonly: true })
  return { db, [Symbol.dispose]: () => void db.close() }
}

const rowsOf = (db: Connection) => db.prepare<[], KnownRow>('SELECT * FROM operator_tokens ORDER BY token_id')

const toRecord = (row: KnownRow): TokenRecord =>
  toTokenRecord({
    ...row,
    allowed_from: row.allowed_from ?? null,
    disabled_at: row.disabled_at ?? null,
    version: row.version ?? 1n,
    owner: row.owner ?? null,
    origin: row.origin ?? null,
  })

/** The tokens of a database of this version or an earlier one. */
export const tokensOf = (db: Connection): readonly TokenRecord[] => rowsOf(db).all().map(toRecord)

function readInto(tokens: Map<string, TokenRecord>, db: Connection): void {
  for (const row of rowsOf(db).iterate()) {
    if (!isKnownForm(row)) throw new Error('its operator tokens are stored in an unknown form')
    tokens.set(Buffer.from(row.hash).toString('hex'), toRecord(row))
  }
}

const isKnownForm = ({ hash, expires_at, revoked_at }: KnownRow): boolean =>
  hash instanceof Uint8Array &&
  typeof expires_at === 'bigint' &&
  (revoked_at === null || typeof revoked_at === 'bigint')

/** A revocation may have been lost with a damaged page, or with commits that the anchor knows and the audit lacks. */
function faultOf(db: Connection, dataDir: string): string | null {
  const [fault] = structuralFaults(db)
  if (fault !== undefined) return `its database is damaged (${fault})`
  try {
    assertAnchored(db, anchorIn(dataDir))
    return null
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error
    return 'its audit log does not match its anchor, so commits may be missing'
  }
}
