import type { Command } from 'commander'
import type { Id } from '../../../shared/primitives.ts'
import type { ReportReservesModel } from '../../../shared/reserves.ts'
import type { Rotation } from '../../../shared/rotations.ts'
import type { Wallet } from '../../../shared/wallets.ts'
import { parseCount, parseId } from '../parse.ts'
import { answerRows, type GivenRows, type ListColumn, withRowFormats, yesOrNo } from './answer-rows.ts'
import { requireValue } from './remote-error.ts'
import { apiOf, withServer } from './target.ts'
import { tenantOf } from './tenant-of.ts'

const rotationColumns: readonly ListColumn<Rotation>[] = [
  { name: 'startedAt', title: 'STARTED', of: ({ startedAt }) => startedAt },
  {
    name: 'outcome',
    title: 'OUTCOME',
    of: ({ outcome }) => outcome,
    shown: ({ outcome }) => outcome ?? 'in progress',
  },
  { name: 'verdict', title: 'VERDICT', of: ({ verdict }) => verdict },
  { name: 'keyId', title: 'NEW KEY', of: ({ keyId }) => keyId },
  { name: 'previousKeyId', title: 'PREVIOUS KEY', of: ({ previousKeyId }) => previousKeyId },
  { name: 'operator', title: 'OPERATOR', of: ({ operator }) => operator },
  { name: 'rotationId', title: 'ROTATION', of: ({ rotationId }) => rotationId },
]

type GivenRotations = GivenRows & { readonly limit: number; readonly idempotencyKey?: string }

async function listRotations(custodianId: Id, given: GivenRotations, command: Command): Promise<void> {
  const api = await apiOf(given, command)
  const { limit, idempotencyKey } = given
  const input = { custodianId, limit, ...(idempotencyKey !== undefined && { idempotencyKey }) }
  const failed = `the rotations of custodian ${custodianId} cannot be listed`
  const rows = requireValue(await api.call('custodians.rotations', input), failed, api)
  answerRows(given, { value: rows, rows, columns: rotationColumns, none: 'There are no such rotations.' })
}

export const addRotations = (program: Command): void =>
  void withRowFormats(withServer(program.command('rotations')))
    .argument('<id>', 'ID of the custodian', parseId)
    .option('--limit <number>', 'maximum number', parseCount, 50)
    .option('--idempotency-key <key>', 'only those that this token began with this key')
    .action(listRotations)

const walletColumns: readonly ListColumn<Wallet>[] = [
  { name: 'walletId', title: 'ID', of: ({ walletId }) => walletId },
  { name: 'network', title: 'NETWORK', of: ({ network }) => network },
  { name: 'address', title: 'ADDRESS', of: ({ address }) => address },
  { name: 'isActive', title: 'ACTIVE', of: ({ isActive }) => isActive, shown: ({ isActive }) => yesOrNo(isActive) },
  {
    name: 'isTreasuryEnabled',
    title: 'TREASURY',
    of: ({ isTreasuryEnabled }) => isTreasuryEnabled,
    shown: ({ isTreasuryEnabled }) => yesOrNo(isTreasuryEnabled),
  },
  { name: 'metadataJson', title: 'METADATA', of: ({ metadataJson }) => metadataJson },
]

type GivenWallets = GivenRows & { readonly tenant?: Id; readonly all?: boolean }

async function listWallets(custodianId: Id, given: GivenWallets, command: Command): Promise<void> {
  const api = await apiOf(given, command)
  const tenantId = given.tenant ?? (await tenantOf(api, custodianId))
  const input = { tenantId, custodianId, onlyActive: !given.all, icons: false }
  const failed = `the wallets of custodian ${custodianId} cannot be listed`
  const value = requireValue(await api.call('custodians.wallets', input), failed, api)
  const none = given.all ? 'There are no wallets.' : 'There are no active wallets.'
  answerRows(given, { value, rows: value.wallets, columns: walletColumns, none })
}

/** The wallets of a custodian; the group's own action. */
export const addWalletsList = (wallets: Command): void =>
  void withRowFormats(withServer(wallets))
    .argument('<id>', 'ID of the custodian', parseId)
    .option('--tenant <id>', 'tenant of the custodian; looked up if omitted', parseId)
    .option('--all', 'list inactive wallets too')
    .action(listWallets)

const reserveColumns: readonly ListColumn<ReportReservesModel>[] = [
  { name: 'tokenSymbol', title: 'TOKEN', of: ({ tokenSymbol }) => tokenSymbol },
  { name: 'blockchain', title: 'BLOCKCHAIN', of: ({ blockchain }) => blockchain },
  { name: 'reserveAmount', title: 'AMOUNT', of: ({ reserveAmount }) => reserveAmount },
  { name: 'transactionCount', title: 'TRANSACTIONS', of: ({ transactionCount }) => transactionCount },
  { name: 'lastTransactionDate', title: 'LAST TRANSACTION', of: ({ lastTransactionDate }) => lastTransactionDate },
]

async function reportReserves(given: GivenRows, command: Command): Promise<void> {
  const api = await apiOf(given, command)
  const rows = requireValue(await api.call('reports.reserves', {}), 'the reserves cannot be read', api)
  answerRows(given, { value: rows, rows, columns: reserveColumns, none: 'There are no reserve transactions.' })
}

/** The report of a server; the group's own action. */
export const addReservesReport = (reserves: Command): void =>
  void withRowFormats(withServer(reserves)).action(reportReserves)
