import { join } from 'node:path'
import { answerEncoder } from '../../server/http/response/answer-encoder.ts'
import { type Connection, openDatabase } from '../../server/store/sqlite/connection.ts'
import { readInSlices, sliceRows } from '../../server/store/sqlite/reads/wallet-listing.ts'
import { listingVersion } from '../../server/store/sqlite/reads/wallets.ts'
import { createVersionedCache, type VersionedCache } from '../../server/store/sqlite/versioned-cache.ts'
import { envelopeOf } from '../../shared/envelope.ts'
import { operations } from '../../shared/operations.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import type { Outcome } from './bench.ts'
import { fillWallets, makeFolder, walletsRequest } from './fill.ts'
import type { Lane } from './lane.ts'
import { median, ratioOf, required, spreadOf } from './measure.ts'

const encode = answerEncoder(() => envelopeOf(operations['custodians.wallets'].output), 'number')
const envelope = (value: unknown) => ({ isSuccess: true, isFailure: false, error: null, value })

/** A long listing built for the first time since a change, against rows, objects and JSON.stringify. */
export async function firstBuildBench({ wallets, samples }: Lane): Promise<Outcome> {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  await makeFolder(dataDir, (store) => fillWallets(store, wallets))
  const db = openDatabase(join(dataDir, 'strongroom.db'), { readonly: false })
  try {
    return { measures: measuresOf(timesOf(db, samples / 5)) }
  } finally {
    db.close()
  }
}

/** As the import of a wallet does. */
const changeWallets = (db: Connection) => db.exec('UPDATE custodians SET wallets_version = wallets_version + 1')

type Times = { readonly wholes: number[]; readonly turns: number[]; readonly plain: number[]; readonly again: number[] }

function timesOf(db: Connection, rounds: number): Times {
  const times: Times = { wholes: [], turns: [], plain: [], again: [] }
  const cache = createVersionedCache(1_000_000, () => 0)
  for (let round = 0; round < rounds; round += 1) {
    changeWallets(db)
    const turns = turnsOf(db, cache)
    times.wholes.push(turns.reduce((sum, turn) => sum + turn))
    times.turns.push(Math.max(...turns))
    times.plain.push(timeOf(() => buildPlainly(db)))
    times.again.push(timeOf(() => buildPlainly(db)))
  }
  return times
}

/** Milliseconds of each turn of the event loop: slices of the listing, then each piece of its encoding. */
function turnsOf(db: Connection, cache: VersionedCache): readonly number[] {
  const turns: number[] = []
  for (const steps = stepsOf(db, cache); ; ) {
    let isLast: boolean | undefined
    turns.push(timeOf(() => (isLast = steps.next().done)))
    if (isLast) return turns
  }
}

function* stepsOf(db: Connection, cache: VersionedCache): Generator<unknown> {
  const version = listingVersion(db, walletsRequest) as string
  const begin = <Value>(read: () => Value) => read()
  const listing = yield* readInSlices({ db, cache }, walletsRequest, { begin, version, rows: sliceRows })
  yield* encode(envelope(listing))
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

const measuresOf = ({ wholes, turns, plain, again }: Times) => [
  required('G14 build', {
    value: ratioOf(wholes, plain),
    control: ratioOf(again, plain),
    detail: `${median(wholes).toFixed(1)} ms against ${median(plain).toFixed(1)} ms`,
  }),
  required('G14 event loop', { value: spreadOf(turns), detail: 'the longest turn of each build' }),
]
