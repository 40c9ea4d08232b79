import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { withoutMarks } from '../../shared/csv.ts'
import { readCsv } from '../desktop/renderer/read-csv.ts'
import { main, root, strongroom } from '../harness/cli.ts'
import { test as base } from '../harness/fixtures.ts'
import { withStoreOf } from '../harness/folders.ts'
import { id } from '../harness/seed.ts'
import type { Tamper } from '../store/engine.ts'
import type { Facts } from '../store/facts.ts'

const hash = (digit: string) => `0x${digit.repeat(64)}`
const exportArgs = (dataDir: string, ...more: string[]) => ['reserves', 'export', '--data', dataDir, ...more]

/** `ledger` is a folder with deposits, withdrawals and transfers, hashes, and a token whose symbol is a formula. */
const test = base.extend('ledger', async ({ folder }) => {
  await withStoreOf(folder.dataDir, async (store) => {
    const cold = id(1)
    const warm = id(3)
    await store.putReserveAccounts([
      { reserveAccountId: warm, blockchainId: id(1), address: `0x${'3'.repeat(40)}`, name: 'Warm, "hot"' },
    ])
    await store.putTokens([
      { tokenId: id(3), symbol: '=1+1', blockchainId: id(1), contractAddress: `0x${'c'.repeat(40)}`, decimals: 255 },
    ])
    const step = { index: 0n, tokenId: id(1), transactionHash: hash('a'), blockHash: hash('b') }
    const at = Date.UTC(2026, 2, 1)
    await store.appendReserveTransactions({
      source: 'chain',
      transactions: [
        { ...step, position: 7n, amount: '100000000000000000001', fromAccountId: cold, toAccountId: warm, at },
        {
          ...step,
          position: 8n,
          amount: '999',
          fromAccountId: warm,
          toAccountId: null,
          at: at + 1,
          blockHash: hash('c'),
        },
        {
          ...step,
          position: 9n,
          tokenId: id(3),
          amount: '1'.repeat(78),
          fromAccountId: null,
          toAccountId: warm,
          at,
          blockHash: null,
          transactionHash: null,
        },
      ],
    })
  })
  return folder
})

const reportOf = (dataDir: string) => withStoreOf(dataDir, (store) => store.reservesReport({ contracts: false }))

/** The recipe as the documentation prints it, which knows nothing of this code. */
const recipe = /```python\n(.*?)```/s.exec(readFileSync(join(root, 'docs/reserves.md'), 'utf8'))?.[1] ?? ''

test('the export adds up to the report by the documented recipe: amount, count and last date, digit for digit', async ({
  ledger: folder,
}) => {
  const file = join(folder.path, 'reserves.jsonl')
  const { stdout } = await strongroom(exportArgs(folder.dataDir, '--format', 'jsonl', '--output', file, '--json'))
  expect(JSON.parse(stdout)).toEqual({ file, transactions: 6 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const added = spawnSync('python3', ['-c', recipe, file], { encoding: 'utf8' })
  const report = await reportOf(folder.dataDir)
  const lines = report.map((row) =>
    [row.tokenSymbol, row.blockchain, row.reserveAmount, row.transactionCount, row.lastTransactionDate].join(' '),
  )
  expect(added.stdout.trimEnd().split('\n').sort()).toEqual(lines.sort())
  expect(lines).toContain('USDX Ethereum 123456789012.34567890123456689 4 2026-03-01T00:00:00.001Z')
})

test('CSV and JSON have the same rows, with blocks, hashes and accounts, and no text is a formula', async ({
  ledger: folder,
}) => {
  const jsonl = await strongroom(exportArgs(folder.dataDir, '--format', 'jsonl'))
  const csv = await strongroom(exportArgs(folder.dataDir))
  const [header = [], ...cells] = readCsv(csv.stdout)
  const objects = jsonl.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string | null>)
  expect(cells.map((row) => row.map(withoutMarks))).toEqual(objects.map((row) => header.map((name) => row[name] ?? '')))
  expect(objects.find(({ source, position }) => source === 'chain' && position === '7')).toEqual({
    source: 'chain',
    position: '7',
    index: '0',
    blockHash: hash('b'),
    transactionHash: hash('a'),
    at: '2026-03-01T00:00:00.000Z',
    tokenId: '1',
    tokenSymbol: 'USDX',
    blockchain: 'Ethereum',
    contractAddress: `0x${'a'.repeat(40)}`,
    amount: '100.000000000000000001',
    reserveChange: '0',
    fromReserveAccountId: '1',
    fromName: 'Cold',
    fromAddress: `0x${'1'.repeat(40)}`,
    toReserveAccountId: '3',
    toName: 'Warm, "hot"',
    toAddress: `0x${'3'.repeat(40)}`,
  })
  expect(csv.stdout).toContain(",'=1+1,")
})

test('the export can be limited to a token or a network, and an unknown one is an error', async ({
  ledger: folder,
}) => {
  const rows = async (...filter: string[]) =>
    (await strongroom(exportArgs(folder.dataDir, ...filter))).stdout.split('\r\n').length - 2
  expect([await rows('--token', 'USDX'), await rows('--network', 'Bitcoin')]).toEqual([4, 1])
  expect(await strongroom(exportArgs(folder.dataDir, '--token', 'USDX', '--network', 'Bitcoin'))).toMatchObject({
    status: 4,
    stderr: expect.stringContaining('there is no token "USDX" on "Bitcoin"'),
  })
})

const at = (wanted: string) => (transaction: Facts['transactions']) => transaction.position === wanted
const totalOf = (wanted: string) => (total: Facts['tokenTotals']) => total.tokenId === wanted

test.for<[what: string, damage: (tamper: Tamper) => Promise<number>]>([
  ['an amount that was changed', (tamper) => tamper.change('transactions', at('8'), { amount: '2' })],
  ['an amount that is no number', (tamper) => tamper.change('transactions', at('8'), { amount: '1e9' })],
  ['a transaction that was deleted', (tamper) => tamper.remove('transactions', at('7'))],
  ['a token that was deleted', (tamper) => tamper.remove('assets', ({ tokenId }) => tokenId === '3')],
  ['a total that was changed', (tamper) => tamper.change('tokenTotals', totalOf('1'), { amount: '1' })],
  ['a total that was deleted', (tamper) => tamper.remove('tokenTotals', totalOf('1'))],
])('%s fails the export, and there is no file', async ([_what, damage], { ledger: folder }) => {
  const file = join(folder.path, 'reserves.csv')
  await damage(folder.data.tamper)
  const { status, stderr } = await strongroom(exportArgs(folder.dataDir, '--output', file))
  expect(status, stderr).toBe(1)
  expect(stderr).toContain('strongroom doctor')
  expect(readdirSync(folder.path)).toEqual(['data'])
})

test('an existing file is not overwritten, planted links are not followed, and --json needs a file', async ({
  ledger: folder,
}) => {
  const [file, victim, link] = ['mine', 'victim', 'link'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ]
  for (const name of [file, victim]) writeFileSync(name, 'mine')
  symlinkSync(victim, link)
  symlinkSync(victim, `${join(folder.path, 'new.csv')}.part`)
  for (const name of [file, link])
    expect(await strongroom(exportArgs(folder.dataDir, '--output', name))).toMatchObject({ status: 1 })
  expect(await strongroom(exportArgs(folder.dataDir, '--output', join(folder.path, 'new.csv')))).toMatchObject({
    status: 0,
  })
  for (const name of [file, victim]) expect(readFileSync(name, 'utf8')).toBe('mine')
  expect(await strongroom(exportArgs(folder.dataDir, '--json'))).toMatchObject({ status: 2 })
})

test('a full disk (Linux: /dev/full) and a missing folder are reported in one line', async ({
  ledger: folder,
  skip,
}) => {
  skip(!existsSync('/dev/full'), 'there is no /dev/full')
  const command = `"$0" "$1" reserves export --data "$2" > /dev/full`
  const full = spawnSync('sh', ['-c', command, process.execPath, main, folder.dataDir], {
    encoding: 'utf8',
  })
  expect(full.status).toBe(1)
  expect(full.stderr).toMatch(/^strongroom: standard output cannot be written \(ENOSPC\)\. [^\n]+\n$/)
  const nowhere = await strongroom(exportArgs(folder.dataDir, '--output', join(folder.path, 'no', 'x.csv')))
  expect(nowhere).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^strongroom: the folder \S+ does not exist\. /),
  })
})

const manyRows = 200_000
const batch = 10_000

/** Adds rows to the ledger of token 2. */
const lengthen = (dataDir: string) =>
  withStoreOf(dataDir, async (store) => {
    const legs = { index: 0n, tokenId: id(2), amount: '1', fromAccountId: null, toAccountId: id(2), at: 1 }
    for (let first = 0; first < manyRows; first += batch)
      await store.appendReserveTransactions({
        source: 'long',
        transactions: Array.from({ length: batch }, (_, place) => ({
          ...legs,
          position: BigInt(first + place),
          transactionHash: `0x${randomBytes(32).toString('hex')}`,
        })),
      })
  })

/**
 * The most memory that Node held while it ran a program, in MiB. On Linux the peak of `resourceUsage` is at least what the
 * process held that started it, so the kernel is asked for the program's own.
 */
function peakOf(...args: readonly string[]): number {
  const measure = `import { readFileSync } from 'node:fs'
    const own = () => /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
    const peak = () => (process.platform === 'linux' ? own() : process.resourceUsage().maxRSS)
    process.on('exit', () => process.stderr.write('peak=' + peak()))`
  const preload = `data:text/javascript,${encodeURIComponent(measure)}`
  const { stderr, status } = spawnSync(process.execPath, ['--import', preload, ...args], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return Number(/peak=(\d+)/.exec(stderr)?.[1]) / 1024
}

const peakOfExport = (dataDir: string, file: string) =>
  peakOf(main, ...exportArgs(dataDir, '--format', 'jsonl', '--output', file))

test('the memory of an export does not grow with the ledger', { tags: ['long'] }, async ({ ledger: folder }) => {
  const few = join(folder.path, 'few')
  const many = join(folder.path, 'many')
  const small = peakOfExport(folder.dataDir, few)
  await lengthen(folder.dataDir)
  const growth = peakOfExport(folder.dataDir, many) - small
  const gathering = `globalThis.rows = fs.readFileSync(process.argv[1], 'utf8').trim().split('\\n').map(JSON.parse)`
  const gathered = peakOf('-e', gathering, many) - peakOf('-e', gathering, few)
  // The page cache of SQLite may take its 64 MiB, and V8 grows its young generation once.
  expect(growth, `control: the rows together take ${gathered} MiB`).toBeLessThan(112)
  expect(gathered).toBeGreaterThan(150)
})

test('an export from a folder that does not exist fails, and creates none', async ({ ledger: folder }) => {
  expect((await strongroom(exportArgs(join(folder.path, 'nowhere')))).status).toBe(1)
  expect(readdirSync(folder.path)).toEqual(['data'])
})
