import { failureOfCode } from '../../../../shared/failure.ts'
import type { Id } from '../../../../shared/primitives.ts'
import type { AdministeredWallet } from '../../../../shared/wallets.ts'
import type { Connection } from '../connection.ts'
import { toId, toInt } from '../integers.ts'
import { findCustodian } from '../reads/custodians.ts'
import { prepared } from '../statements.ts'
import { indexLabels } from '../writes/index-labels.ts'
import { raiseWalletsVersion } from '../writes/put-custodians.ts'
import type { Row } from '../writes/put-row.ts'
import { columnsOf, type ItemTable } from './item-table.ts'

type WalletRow = {
  tenant_id: bigint
  custodian_id: bigint
  blockchain_id: bigint
  address: string
  metadata_json: string
  is_visible: bigint
  is_active: bigint
  is_treasury_enabled: bigint
  is_gas_station_enabled: bigint
  version: bigint
  network: string
}

const sql = 'SELECT w.*, n.name AS network FROM wallets w JOIN networks n USING (blockchain_id) WHERE wallet_id = ?'

function read(db: Connection, id: Id): AdministeredWallet | null {
  const row = prepared<WalletRow>(db, sql).get(toInt(id))
  if (!row) return null
  return {
    id,
    tenantId: toId(row.tenant_id),
    custodianId: toId(row.custodian_id),
    blockchainId: toId(row.blockchain_id),
    network: row.network,
    address: row.address,
    label: labelIn(row.metadata_json),
    metadataJson: row.metadata_json,
    isVisible: row.is_visible === 1n,
    isActive: row.is_active === 1n,
    isTreasuryEnabled: row.is_treasury_enabled === 1n,
    isGasStationEnabled: row.is_gas_station_enabled === 1n,
    version: Number(row.version),
  }
}

function labelIn(metadataJson: string): string | null {
  const metadata: unknown = JSON.parse(metadataJson)
  const label = typeof metadata === 'object' && metadata !== null && 'label' in metadata ? metadata.label : null
  return typeof label === 'string' ? label : null
}

const custodianOf = (row: Row): Id => toId(row.custodian_id as bigint)

export const walletTable: ItemTable<'wallet'> = {
  table: 'wallets',
  key: 'wallet_id',
  tenant: 'tenant_id',
  columns: ['metadata_json', 'is_treasury_enabled'],
  rowOf: ({ metadataJson, isTreasuryEnabled }) =>
    columnsOf({
      metadata_json: metadataJson,
      is_treasury_enabled: isTreasuryEnabled === undefined ? undefined : BigInt(isTreasuryEnabled),
    }),
  read,
  references: [],
  audited: (walletId, row) => ({
    tenantId: toId(row.tenant_id as bigint),
    custodianId: custodianOf(row),
    ids: { walletId },
  }),
  refusalOf: (db, { after }) =>
    findCustodian(db, { custodianId: custodianOf(after), tenantId: null })?.isDisabled
      ? failureOfCode('Disabled', { info: ['custodian: it or its tenant is disabled'] })
      : null,
  onChange: (db, { id, after }) => {
    raiseWalletsVersion(db, custodianOf(after))
    indexLabels(db, [id])
  },
}
