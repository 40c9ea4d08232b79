import { join } from 'node:path'
import { restEncoder } from '../../server/http/answer-encoder.ts'
import { type Connection, connect } from '../../server/store/sqlite/connection.ts'
import { walletListing } from '../../server/store/sqlite/reads/wallets.ts'
import { createVersionedCache } from '../../server/store/sqlite/versioned-cache.ts'
import { envelopeOf } from '../../shared/envelope.ts'
import { operations } from '../../shared/operations.ts'
import { fillWallets, makeFolder, walletsRequest } from './fill.ts'
import { temporaryFolder } from './folder.ts'
import type { Lane } from './lane.ts'
import { grouped, type Measure, median } from './measure.ts'

const encode = restEncoder(envelopeOf(operations['custodians.wallets'].output))
const envelope = (value: unknown) => ({ isSuccess: true, isFailure: false, error: null, value })

/** A long listing built for the first time since a change, against rows, objects and JSON.stringify. */
export async function firstBuildBench({ wallets, samples }: Lane): Promise<Measure[]> {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  await makeFolder(dataDir, (store) => fillWallets(store, wallets))
  const db = connect(join(dataDir, 'strongroom.db'), { readonly: true })
  try {
    return measuresOf(wallets, timesOf(db, samples / 5))
  } finally {
    db.close()
  }
}

function timesOf(db: Connection, rounds: number) {
  const [ours, plain]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    ours.push(timeOf(() => encode(envelope(walletListing(db, createVersionedCache(1_000_000), walletsRequest)))))
    plain.push(timeOf(() => buildPlainly(db)))
  }
  return { ours, plain }
}

function timeOf(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

type Row = Readonly<Record<string, unknown>> & {
  readonly tenant_id: bigint
  readonly wallet_id: bigint
  readonly blockchain_id: bigint
}

const plainSql = `
  SELECT w.*, n.name AS network, n.icon FROM wallets w JOIN networks n USING (blockchain_id)
  WHERE w.custodian_id = ? AND w.is_active = 1 ORDER BY w.wallet_id`

function buildPlainly(db: Connection): Buffer {
  const rows = db.prepare<[bigint], Row>(plainSql).all(BigInt(walletsRequest.custodianId))
  const wallets = rows.map((row) => ({
    walletTenantId: Number(row.tenant_id),
    walletId: Number(row.wallet_id),
    metadataJson: row.metadata_json,
    blockchainId: Number(row.blockchain_id),
    network: row.network,
    networkIcon: row.icon,
    address: row.address,
    isVisible: row.is_visible === 1n,
    isActive: row.is_active === 1n,
    isTreasuryEnabled: row.is_treasury_enabled === 1n,
    isGasStationEnabled: row.is_gas_station_enabled === 1n,
  }))
  const head = { custodianId: 11, custodianName: 'Main custody', custodianProvider: 'fireblocks' }
  return Buffer.from(JSON.stringify(envelope({ ...head, wallets })))
}

function measuresOf(wallets: number, { ours, plain }: { ours: number[]; plain: number[] }): Measure[] {
  const name = `first build of ${grouped(wallets)} wallets after a change`
  const blocked = median(ours)
  const worst = Math.max(...ours)
  return [
    {
      name: `${name}, against rows and JSON.stringify`,
      ratio: blocked / median(plain),
      target: null,
      detail: `${blocked.toFixed(1)} ms against ${median(plain).toFixed(1)} ms`,
    },
    {
      name: `${name}, ms the event loop is blocked`,
      ratio: blocked,
      target: { atMost: 50 },
      detail: `${blocked.toFixed(1)} ms, at worst ${worst.toFixed(1)} ms`,
    },
  ]
}
