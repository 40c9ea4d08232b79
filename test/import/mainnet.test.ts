import { execFileSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importFiles } from '../../server/import/import-files.ts'
import { csv, type ImportScene, openImportScene } from './import-scene.ts'
import { keptLedger, recountedLedger } from './ledger.ts'

const file = process.env.STRONGROOM_TRANSFERS

type Expected = {
  readonly accounts: readonly string[]
  readonly tokens: readonly string[]
  readonly unknown: string
  readonly sums: Readonly<Record<string, string>>
  readonly totals: Readonly<Record<string, { amount: string; count: number; lastAt: number }>>
  readonly added: number
  readonly between: number
  readonly refused: number
  readonly skipped: number
  readonly beyond: number
}

const expectedOf = (transfers: string): Expected =>
  JSON.parse(execFileSync('python3', [join(import.meta.dirname, 'mainnet-sums.py'), transfers], { encoding: 'utf8' }))

/** Registers the accounts and tokens under ids that are their places, from 1. */
async function register({ store, write }: ImportScene, { accounts, tokens }: Expected): Promise<void> {
  const results = await importFiles(store, [
    write('networks.csv', csv('blockchainId,network', '1,Ethereum')),
    write(
      'tokens.csv',
      csv(
        'tokenId,tokenSymbol,blockchainId,contractAddress,decimals',
        ...tokens.map((address, place) => `${place + 1},T${place + 1},1,${address},0`),
      ),
    ),
    write(
      'accounts.csv',
      csv(
        'reserveAccountId,blockchainId,address,name',
        ...accounts.map((address, place) => `${place + 1},1,${address},Account ${place + 1}`),
      ),
    ),
  ])
  expect(results.map(({ refused }) => refused)).toEqual([0, 0, 0])
}

test('real mainnet transfers add up to the sums that Python computes', async ({ skip }) => {
  skip(!file, 'STRONGROOM_TRANSFERS names no file of ethereum-etl token transfers')
  await using desk = await openImportScene()
  const expected = expectedOf(file as string)
  expect(expected.between).toBeGreaterThan(0)
  expect(expected.beyond).toBeGreaterThan(0)
  await register(desk, expected)
  copyFileSync(file as string, desk.at('transfers.jsonl'))
  const [first] = await importFiles(desk.store, [desk.at('transfers.jsonl')])
  const { added, refused, skipped } = expected
  expect(first).toMatchObject({ kind: 'token transfers', added, refused, skipped, changed: 0, unchanged: 0 })
  const kept = await keptLedger(desk.data.truth)
  const amounts = Object.entries(kept.accounts).map(([key, { amount }]) => {
    const [account, token] = key.split(' ').map((id) => Number(id) - 1) as [number, number]
    return [`${expected.accounts[account]} ${expected.tokens[token]}`, amount]
  })
  expect(Object.fromEntries(amounts)).toEqual(expected.sums)
  const totals = Object.entries(kept.tokens).map(([id, total]) => [expected.tokens[Number(id) - 1], total])
  expect(Object.fromEntries(totals)).toEqual(expected.totals)
  expect(kept).toEqual(await recountedLedger(desk.data.truth))
  const [again] = await importFiles(desk.store, [desk.at('transfers.jsonl')])
  expect(again).toMatchObject({ added: 0, changed: 0, unchanged: added, refused, skipped })
  expect(await keptLedger(desk.data.truth)).toEqual(kept)
})
