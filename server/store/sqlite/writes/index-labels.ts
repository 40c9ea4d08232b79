import type { Id } from '../../../../shared/primitives.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

const wallets = 'wallet_id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))'

/**
 * Brings the search up to date with the labels of these wallets, in the transaction of their change. All in one statement:
 * after each one the index is written out.
 */
export function indexLabels(db: Connection, walletIds: readonly Id[]): void {
  if (walletIds.length === 0) return
  const ids = JSON.stringify(walletIds)
  prepared(db, `DELETE FROM wallets_text WHERE rowid IN (SELECT wallet_id FROM wallets WHERE ${wallets})`).run(ids)
  prepared(
    db,
    `INSERT INTO wallets_text (rowid, text) SELECT wallet_id, found_by FROM wallets WHERE ${wallets} AND label IS NOT NULL`,
  ).run(ids)
}
