import { createHash } from 'node:crypto'
import type { RowBatches } from '../store/copied-tables.ts'

/** How many rows a table has, and the SHA-256 (hex) of all their values in the order of their key. */
export type TableDigest = { readonly rows: number; readonly sha256: string }

export type DigestedRows = RowBatches & {
  /** Of the rows that were read so far. */
  digest(): TableDigest
}

/** The same rows, of which a digest is made as they are read. */
export function digested(batches: RowBatches, onRows: (rows: number) => void = () => {}): DigestedRows {
  const hash = createHash('sha256')
  let rows = 0
  return {
    async *[Symbol.asyncIterator]() {
      for await (const batch of batches) {
        hash.update(batch.map((row) => `${JSON.stringify(row)}\n`).join(''))
        rows += batch.length
        onRows(batch.length)
        yield batch
      }
    },
    digest: () => ({ rows, sha256: hash.copy().digest('hex') }),
  }
}

/** Reads all rows for their digest. */
export async function digestOfTable(batches: RowBatches): Promise<TableDigest> {
  const rows = digested(batches)
  for await (const _ of rows);
  return rows.digest()
}
