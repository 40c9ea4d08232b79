import { storedBlockDiffers } from '../../../import/refusals.ts'
import type { Connection } from '../connection.ts'
import { hashText, isSameHash, type StoredHash } from '../hashes.ts'
import { prepared } from '../statements.ts'

type Block = { readonly position: bigint; readonly hash: StoredHash }

/** The blocks of one source, one at each position: the first that a stored transaction names. */
export type Blocks = {
  /** The hash of the block that is stored where this one would stand; null when there is none or it is this one. */
  otherThan(block: Block): StoredHash | null
  /** Stores the block, unless another one is there already, whose hash is answered then. */
  take(block: Block): StoredHash | null
}

export function openBlocks(db: Connection, source: bigint): Blocks {
  // Transactions come in the order of their blocks: most are of the block of the one before.
  let last: Block | null = null
  const isLast = ({ position, hash }: Block) => last?.position === position && isSameHash(last.hash, hash)

  const otherThan = (block: Block): StoredHash | null => {
    if (isLast(block)) return null
    const sql = 'SELECT hash FROM blocks WHERE source_id = ? AND position = ?'
    const stored = prepared<{ hash: StoredHash }>(db, sql).get(source, block.position)?.hash
    if (stored === undefined) return null
    if (!isSameHash(stored, block.hash)) return stored
    last = block
    return null
  }
  return {
    otherThan,
    take(block) {
      if (isLast(block)) return null
      const sql = 'INSERT INTO blocks VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
      if (!prepared(db, sql).run(source, block.position, block.hash).changes) return otherThan(block)
      last = block
      return null
    },
  }
}

/** Why a transaction of the one block cannot stand where the other is stored. */
export const conflictText = ({ position, hash }: Block, stored: StoredHash): string =>
  storedBlockDiffers(position, { stored: hashText(stored), given: hashText(hash) })
