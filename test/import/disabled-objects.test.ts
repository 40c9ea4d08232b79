import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PlatformKind } from '../../server/store/items.ts'
import { strongroom } from '../harness/cli.ts'
import { id } from '../harness/seed.ts'
import {
  address,
  csv,
  furnish,
  type ImportScene,
  openImportScene,
  refusedIn,
  transactionsHeader,
} from './import-scene.ts'

let desk: ImportScene

beforeEach(async () => {
  desk = await openImportScene()
  await furnish(desk)
})
afterEach(() => desk[Symbol.asyncDispose]())

async function setDisabled(kind: PlatformKind, isDisabled: boolean): Promise<void> {
  const key = { kind, id: id(1), seenBy: null } as const
  const { version = 0 } = (await desk.store.findItem(key)) ?? {}
  const by = { actor: 'test', at: Date.now() }
  expect(await desk.store.switchItem({ ...key, version, isDisabled, ...by })).toMatchObject({ ok: true })
}

/** The first is of token 1 and goes to account 1, both on network 1; the others name neither. */
const transactions = (...more: readonly string[]) =>
  csv(
    transactionsHeader,
    'bank,1,0,1,5,2026-01-02T03:04:05Z,,1',
    'bank,2,0,2,6,2026-01-02T03:04:05Z,,2',
    'bank,3,0,4,7,2026-01-02T03:04:05Z,,4',
    ...more,
  )
const sums = async () =>
  (await desk.store.reservesReport()).map(({ tokenSymbol, reserveAmount }) => `${tokenSymbol} ${reserveAmount}`)

const kinds: readonly (readonly [PlatformKind, string, added: number])[] = [
  ['network', 'network 1 is disabled; enable it first', 1],
  ['chain-token', 'token 1 is disabled; enable it first', 2],
  ['reserve-account', 'reserve account 1 is disabled; enable it first', 2],
]

test.each(kinds)(
  'of a file with rows of a disabled %s, the others are taken; the same file brings them once it is enabled',
  async (kind, reason, added) => {
    await setDisabled(kind, true)
    const refused = await desk.take('transactions.csv', transactions())
    expect(refused).toMatchObject({ added, unchanged: 0, refused: 3 - added })
    const lines = refusedIn(desk.at('transactions.csv'))
    expect(lines[0]).toEqual({ line: 2, reason, raw: 'bank,1,0,1,5,2026-01-02T03:04:05Z,,1' })
    await setDisabled(kind, false)
    expect(await desk.take('transactions.csv', transactions())).toMatchObject({
      added: 3 - added,
      unchanged: added,
      refused: 0,
    })
  },
)

test.each(kinds)(
  'a file that was imported before a %s was disabled changes nothing, and its new rows are refused',
  async (kind, reason) => {
    await desk.take('transactions.csv', transactions())
    const before = await sums()
    await setDisabled(kind, true)
    const again = await desk.take('transactions.csv', transactions('bank,4,0,1,8,2026-01-03T03:04:05Z,,1'))
    expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 3, refused: 1 })
    expect(refusedIn(desk.at('transactions.csv'))).toMatchObject([{ line: 5, reason }])
    expect(await sums()).toEqual(before)
  },
)

test('the command names the file with the reasons, and ends with exit code 1', async () => {
  await setDisabled('network', true)
  const file = desk.write(
    'wallets.csv',
    csv('walletId,tenantId,custodianId,blockchainId,address', `900,1,11,1,${address(9)}`),
  )
  const { status, stdout } = await strongroom(['import', file, '--data', desk.dataDir])
  expect(status).toBe(1)
  expect(stdout).toContain('1 rejected; reasons are in')
  expect(refusedIn(file)).toMatchObject([{ reason: 'network 1 is disabled; enable it first' }])
})
