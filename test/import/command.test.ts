import { cpSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, strongroom } from '../harness/cli.ts'
import { address, csv, networksCsv, openImportScene, refusedIn } from './import-scene.ts'

test('import creates a folder, imports the examples and reports the result', async () => {
  await using desk = await openImportScene()
  const examples = desk.at('examples')
  cpSync(join(root, 'docs/examples'), examples, { recursive: true })
  const files = readdirSync(examples).map((name) => join(examples, name))
  const { status, stdout } = await strongroom(['import', ...files, '--data', desk.at('other')])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^file +kind +added +changed +unchanged +skipped +refused\n/)
  const again = await strongroom(['import', ...files, '--data', desk.at('other'), '--json'])
  expect(again.status).toBe(0)
  expect(again.stderr).toBe('')
  const { files: results } = JSON.parse(again.stdout)
  expect(results.map(({ file }: { file: string }) => file)).toEqual(files)
  expect(results.every(({ added, changed }: { added: number; changed: number }) => added + changed === 0)).toBe(true)
})

test('refused lines give exit code 1 and the name of their file', async () => {
  await using desk = await openImportScene()
  const file = desk.write('tenants.csv', csv('tenantId,name', '1,One', 'x,Two'))
  const { status, stdout } = await strongroom(['import', file, '--data', desk.at('other'), '--json'])
  expect(status).toBe(1)
  const rejectedFile = `${file}.rejected.ndjson`
  expect(JSON.parse(stdout)).toEqual({
    files: [{ file, kind: 'tenants', added: 1, changed: 0, unchanged: 0, skipped: 0, refused: 1, rejectedFile }],
  })
  expect(refusedIn(file)).toHaveLength(1)
})

test('--network and --timestamp apply to transfers', async () => {
  await using desk = await openImportScene()
  const networks = desk.write('networks.csv', networksCsv)
  const tokens = desk.write(
    'tokens.csv',
    csv('tokenId,tokenSymbol,blockchainId,contractAddress,decimals', `1,AAA,2,${address(1)},0`),
  )
  const accounts = desk.write(
    'accounts.csv',
    csv('reserveAccountId,blockchainId,address,name', `1,2,${address(2)},One`),
  )
  const header = 'token_address,from_address,to_address,value,transaction_hash,log_index,block_number'
  const transfers = desk.write('transfers.csv', csv(header, `${address(1)},${address(3)},${address(2)},5,0x01,0,1`))
  const options = ['--data', desk.at('other'), '--network', 'Polygon', '--timestamp', '2023-05-02T12:19:59Z', '--json']
  const run = await strongroom(['import', transfers, accounts, tokens, networks, ...options])
  expect(run.status).toBe(0)
  expect(JSON.parse(run.stdout).files[0]).toMatchObject({ kind: 'token transfers', added: 1 })
})

test('a missing file gives exit code 4 before a folder is created, a folder 1, wrong usage 2', async () => {
  await using desk = await openImportScene()
  const other = desk.at('other')
  const missing = await strongroom(['import', desk.at('nothing.csv'), '--data', other])
  expect(missing.status).toBe(4)
  expect(missing.stderr).toMatch(/cannot read .*nothing\.csv: file not found; nothing was imported/)
  expect(existsSync(other)).toBe(false)
  expect((await strongroom(['import', desk.path, '--data', other])).status).toBe(1)
  expect((await strongroom(['import', '--data', other])).status).toBe(2)
  const wrong = await strongroom(['import', desk.write('a.csv', ''), '--timestamp', 'yesterday', '--data', other])
  expect(wrong.status).toBe(2)
  expect(wrong.stderr).toContain('2026-03-01T12:00:00Z')
})

test('--progress json prints the bytes read at each percent, up to all of them', async () => {
  await using desk = await openImportScene()
  const rows = Array.from({ length: 40_000 }, (_, row) => `${row + 1},Tenant ${row + 1}`)
  const file = desk.write('tenants.csv', csv('tenantId,name', ...rows))
  const run = await strongroom(['import', file, '--data', desk.at('other'), '--json', '--progress', 'json'])
  expect(run.status).toBe(0)
  expect(JSON.parse(run.stdout).files[0]).toMatchObject({ added: 40_000 })
  const lines = run.stderr.split('\n').filter((line) => line.startsWith('{'))
  const reported = lines.map((line) => JSON.parse(line) as { step: string; doneBytes: number; allBytes: number })
  const allBytes = statSync(file).size
  expect(reported.length).toBeGreaterThan(2)
  expect(reported.length).toBeLessThanOrEqual(101)
  expect(reported.every((each) => each.step === file && each.allBytes === allBytes)).toBe(true)
  expect(reported.map(({ doneBytes }) => doneBytes)).toEqual(
    reported.map(({ doneBytes }) => doneBytes).toSorted((a, b) => a - b),
  )
  expect(reported.at(-1)?.doneBytes).toBe(allBytes)
})
