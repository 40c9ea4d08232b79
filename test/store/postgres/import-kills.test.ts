import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { fillDirectory, writeCsv } from '../../bench/import-rows.ts'
import { emptyDatabase } from '../../copy/scene.ts'
import { killAtEach, strongroom } from '../../harness/cli.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { brokenInvariants } from '../contract/invariants.ts'
import { noPostgres } from './programs.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

const batch = 5_000
const rows = 2 * batch + 2_000

async function surviveKills(step: string): Promise<void> {
  await using folder = await temporaryFolder()
  const { data, url, passwordFile } = await emptyDatabase(folder.path, step)
  const store = await data.open()
  await fillDirectory(store)
  await store.close()
  const csv = join(folder.path, 'transactions.csv')
  await writeCsv(csv, rows, { withHashes: true })
  const place = ['--store', url, '--store-password-file', passwordFile, '--data', join(folder.path, 'data')]
  const stored = new Set<number>()
  const kills = await killAtEach(
    step,
    (dieAt) => strongroom(['import', csv, ...place, '--json'], { dieAt }),
    async () => {
      const transactions = await data.truth.read('transactions')
      stored.add(transactions.length)
      expect(transactions.filter(({ blockHash }) => blockHash === null)).toEqual([])
      expect(await brokenInvariants(data.truth), 'totals are the sums of what is stored').toEqual([])
    },
  )
  expect(kills).toBeGreaterThan(1)
  expect([...stored].filter((count) => count % batch !== 0 && count !== rows)).toEqual([])
  expect([...stored].filter((count) => count > 0 && count < rows).length, 'control').toBeGreaterThan(0)
  expect(await data.truth.read('transactions')).toHaveLength(rows)
  expect(await brokenInvariants(data.truth)).toEqual([])
  await data.tamper.remove('transactions', ({ position }) => position === '1000000')
  expect(await brokenInvariants(data.truth), 'control: a row less is noticed').not.toEqual([])
}

test('an import that is killed before any COPY keeps whole batches and their totals, and the next one adds the rest', () =>
  surviveKills('copy'))

test('killed before any COMMIT, the same', { tags: ['long'] }, () => surviveKills('commit'))
