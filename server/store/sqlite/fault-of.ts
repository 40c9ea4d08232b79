import { StoreError, type StoreFault } from '../store-error.ts'

/** What SQLite, or the operating system below it, calls each cause. */
const causes: readonly (readonly [RegExp, StoreFault])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)$/, 'full'],
  [/^SQLITE_BUSY/, 'busy'],
  [/^(SQLITE_(READONLY|CANTOPEN|PERM)|EROFS$|EACCES$|EPERM$)/, 'read-only'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'damaged'],
  [/^(SQLITE_IOERR|EIO$|ENOENT$|EMFILE$|ENFILE$)/, 'unreachable'],
]

export const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? 'ERROR')

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What is thrown in the place of what the engine, or a write, threw before COMMIT; a bug is `rejected`. */
export function storeErrorOf(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const code = codeOf(error)
  return new StoreError(causes.find(([form]) => form.test(code))?.[1] ?? 'rejected', code, messageOf(error))
}

/**
 * The same at COMMIT, which may come true after a restart. Not so on a full disk: the frame that ends a commit is written
 * last, so nothing can come true of one that lacked the room for it.
 */
export function commitErrorOf(error: unknown): StoreError {
  const code = codeOf(error)
  return new StoreError(code === 'SQLITE_FULL' ? 'full' : 'unknown-outcome', code, messageOf(error))
}
