import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { importFiles } from '../../server/import/import-files.ts'
import { dataOf } from '../store/engines.ts'
import { furnish, openDesk, transactionsHeader } from './desk.ts'
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

const storedTransactions = async (dataDir: string) => (await dataOf(dataDir).truth.read('transactions')).length

/** Starts the child and waits until it was killed: by itself in the middle, or when something is stored. */
async function runUntilKilled(how: 'import' | 'bare', dataDir: string, file = ''): Promise<void> {
  const script = join(import.meta.dirname, 'killed-child.ts')
  const child = spawn(process.execPath, [script, how, dataDir, file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  while (how === 'bare' && (await storedTransactions(dataDir)) === 0 && child.exitCode === null) await pause(1)
  if (how === 'bare') child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

test('a killed import leaves totals that match the stored rows, and reaches the same totals when run again', async () => {
  await using desk = await openDesk()
  await furnish(desk)
  const file = desk.write('book.csv', book)
  await runUntilKilled('import', desk.dataDir, file)
  const stored = await storedTransactions(desk.dataDir)
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(lines)
  expect(await keptLedger(desk.data.truth)).toEqual(await recountedLedger(desk.data.truth))
  const [again] = await importFiles(desk.store, [file])
  expect(again).toMatchObject({ added: lines - stored, unchanged: stored, refused: 0 })
  expect(await keptLedger(desk.data.truth)).toEqual(sumUp(moves()))
})

test('control: without the transaction around a batch, a kill leaves totals that do not match', async () => {
  await using desk = await openDesk()
  await furnish(desk)
  await runUntilKilled('bare', desk.dataDir)
  expect(await keptLedger(desk.data.truth)).not.toEqual(await recountedLedger(desk.data.truth))
})
