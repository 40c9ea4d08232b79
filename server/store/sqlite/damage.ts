import { DataFolderError } from '../../data-folder-error.ts'

const codeOf = (error: unknown) => {
  const { code, sqliteCode } = error as { code?: unknown; sqliteCode?: unknown }
  return String(sqliteCode ?? code)
}

/** SQLite cannot read the file: a page of it, or the whole, is not what it wrote. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error))

/** Opens a database file, and says so when it is damaged. */
export function openUnlessDamaged<Opened>(open: () => Opened): Opened {
  try {
    return open()
  } catch (error) {
    if (!isDamage(error)) throw error
    throw new DataFolderError('strongroom.db in it is damaged', 'Restore a backup with "strongroom backup restore".')
  }
}
