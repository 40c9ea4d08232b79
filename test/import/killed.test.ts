import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importFiles } from '../../server/import/import-files.ts'
import { furnish, openImportScene, transactionsHeader } from './import-scene.ts'
import { keptLedger, recountedLedger, sumUp } from './ledger.ts'

const lines = 200_000
const amountOf = (place: number) => 10n ** 20n + BigInt(place)
const legsOf = (place: number): readonly [string, string] =>
  (
    [
      ['', '1'],
      ['1', '2'],
      ['2', ''],
    ] as const
  )[place % 3] as readonly [string, string]

const bookLines = Array.from({ length: lines }, (_, place) => {
  const [from, to] = legsOf(place)
  return `book,${place},0,3,${amountOf(place)},2026-01-01T00:00:00Z,${from},${to}\n`
})
const book = `${transactionsHeader}\n${bookLines.join('')}`

function* moves() {
  for (let place = 0; place < lines; place += 1) {
    const [from, to] = legsOf(place)
    yield { token: '3', amount: amountOf(place), from: from || null, to: to || null, at: Date.UTC(2026, 0, 1) }
  }
}

/** Starts the child and waits until it killed itself. */
async function runUntilKilled(dataDir: string, file: string): Promise<void> {
  const script = join(import.meta.dirname, 'killed-child.ts')
  const child = spawn(process.execPath, [script, dataDir, file], { stdio: ['ignore', 'ignore', 'inherit'] })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

test('a killed import leaves totals that match the stored rows, and reaches the same totals when run again', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const file = desk.write('book.csv', book)
  await runUntilKilled(desk.dataDir, file)
  const stored = (await desk.data.truth.read('transactions')).length
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(lines)
  expect(await keptLedger(desk.data.truth)).toEqual(await recountedLedger(desk.data.truth))
  const [again] = await importFiles(desk.store, [file])
  expect(again).toMatchObject({ added: lines - stored, unchanged: stored, refused: 0 })
  expect(await keptLedger(desk.data.truth)).toEqual(sumUp(moves()))
})
