import type { Id } from '../../../../shared/primitives.ts'
import type { AdministeredWallet } from '../../../../shared/wallets.ts'
import { refusalOfWalletAt } from '../../../administration/item-rules.ts'
import type { Row } from '../../changed-values.ts'
import { toId, toInt } from '../../integers.ts'
import { itemShapes } from '../../item-shapes.ts'
import { type AdministeredWalletRow, toAdministeredWallet } from '../../rows/wallets.ts'
import type { Connection } from '../connection.ts'
import { findCustodian } from '../reads/custodians.ts'
import { prepared } from '../statements.ts'
import { indexLabels } from '../writes/index-labels.ts'
import { raiseWalletsVersion } from '../writes/put-custodians.ts'
import type { ItemTable } from './item-table.ts'
import { refusalOfNetworks } from './platform-tables.ts'

const sql = 'SELECT w.*, n.name AS network FROM wallets w JOIN networks n USING (blockchain_id) WHERE wallet_id = ?'

function read(db: Connection, id: Id): AdministeredWallet | null {
  const row = prepared<AdministeredWalletRow>(db, sql).get(toInt(id))
  return row ? toAdministeredWallet(row) : null
}

const custodianOf = (row: Row): Id => toId(row.custodian_id as bigint)

export const walletTable: ItemTable<'wallet'> = {
  ...itemShapes.wallet,
  read,
  refusalOf: (db, change) =>
    refusalOfWalletAt(findCustodian(db, { custodianId: custodianOf(change.after), tenantId: null })?.isDisabled) ??
    refusalOfNetworks(db, change),
  onChange: (db, { id, after }) => {
    raiseWalletsVersion(db, custodianOf(after))
    indexLabels(db, [id])
  },
}
