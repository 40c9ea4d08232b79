import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readBlocks } from '../../server/import/blocks.ts'
import { detect } from '../../server/import/detect.ts'
import { importFile } from '../../server/import/import-file.ts'
import { fileInput, type ImportInput } from '../../server/import/input.ts'
import { main } from '../harness/cli.ts'
import { until } from '../harness/until.ts'
import { csv, furnish, type ImportScene, openImportScene, refusedIn, transactionsHeader } from './import-scene.ts'
import { keptLedger, recountedLedger } from './ledger.ts'

/** Starts `strongroom import` in the folder of the desk, with its data. */
const start = ({ path, dataDir }: ImportScene, ...args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [main, 'import', ...args, '--data', dataDir, '--json'], { cwd: path })

async function ended(child: ChildProcess) {
  const [[status], stdout, stderr] = await Promise.all([
    once(child, 'close'),
    text(child.stdout as Readable),
    text(child.stderr as Readable),
  ])
  return { status: status as number | null, stderr, value: JSON.parse(stdout || 'null') }
}

/** Runs an import that gets these bytes as its standard input. */
async function take(desk: ImportScene, chunks: Iterable<Uint8Array | string>, ...args: readonly string[]) {
  const child = start(desk, ...args)
  const run = ended(child)
  await pipeline(Readable.from(chunks), child.stdin as NodeJS.WritableStream)
  return run
}

const tenants = (count: number) =>
  csv('tenantId,name', ...Array.from({ length: count }, (_, place) => `${place + 1},Tenant ${place + 1}`))

test.each([
  ['plain', (content: string) => Buffer.from(content)],
  ['gzip', (content: string) => gzipSync(content)],
])('import - reads standard input (%s), however its bytes arrive', async (_form, pack) => {
  await using desk = await openImportScene()
  const content = pack(tenants(30_000))
  const byteByByte = [...content.subarray(0, 100)].map((byte) => Buffer.of(byte))
  const run = await take(desk, [...byteByByte, content.subarray(100)], '-')
  expect(run).toMatchObject({
    status: 0,
    value: { files: [{ file: '-', kind: 'tenants', added: 30_000, refused: 0 }] },
  })
})

test('standard input can be combined with files, its refused lines go to a file in the current folder, and it is read once', async () => {
  await using desk = await openImportScene()
  const networks = desk.write('networks.csv', csv('blockchainId,network', '1,Ethereum'))
  const accounts = csv('reserveAccountId,blockchainId,address,name', '1,1,a,One', '2,9,b,Two')
  const run = await take(desk, [accounts], '-', networks)
  const rejectedFile = 'standard-input.rejected.ndjson'
  expect(run).toMatchObject({ status: 1, value: { files: [{ added: 1, refused: 1, rejectedFile }, { added: 1 }] } })
  expect(refusedIn(desk.at('standard-input'))).toHaveLength(1)
  expect((await take(desk, [], '-', '-')).status).toBe(2)
})

test('an import runs at a lower priority than a server', async () => {
  await using desk = await openImportScene()
  const child = start(desk, '-')
  const run = ended(child)
  await until(() => getPriority(child.pid) >= constants.priority.PRIORITY_BELOW_NORMAL)
  child.stdin?.end(tenants(1))
  expect((await run).status).toBe(0)
})

test('truncated gzip on standard input keeps the complete lines before the cut and reports it', async () => {
  await using desk = await openImportScene()
  const packed = gzipSync(tenants(50_000))
  const run = await take(desk, [packed.subarray(0, packed.length / 2)], '-')
  expect(run).toMatchObject({ status: 1, value: { files: [{ refused: 1 }] } })
  expect(run.value.files[0].added).toBeGreaterThan(1_000)
  expect(refusedIn(desk.at('standard-input'))[0]?.reason).toContain('the gzip data is truncated')
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'an import interrupted by %s prints its progress, and continues when it is run again',
  async (signal, code) => {
    await using desk = await openImportScene()
    await furnish(desk)
    const lines = Array.from({ length: 150_000 }, (_, place) => `book,${place},0,3,1,2026-01-01T00:00:00Z,,1`)
    const book = desk.write('book.csv', `${transactionsHeader}\n${lines.join('\n')}\n`)
    const later = desk.write('later.csv', csv('token_address,from_address,to_address,value,log_index,block_number'))
    const child = start(desk, book, later)
    const run = ended(child)
    while (!Object.keys((await keptLedger(desk.data.truth)).tokens).length) await pause(5)
    child.kill(signal)
    const { status, value, stderr } = await run
    expect(status).toBe(code)
    const [first, second] = value.files
    expect(first).toMatchObject({ file: book, refused: 0, interrupted: true })
    expect(first.added).toBeGreaterThan(0)
    expect(first.added).toBeLessThan(lines.length)
    expect(second).toMatchObject({ file: later, added: 0, interrupted: true })
    expect(value.interrupted).toMatchObject({ signal, nextStep: expect.stringContaining('Run the same command again') })
    const rows = first.added.toLocaleString('en-US')
    expect(stderr).toContain(`interrupted by ${signal}: ${rows} rows are stored, 0 of 2 files are complete`)
    expect(await keptLedger(desk.data.truth)).toEqual(await recountedLedger(desk.data.truth))
    expect((await keptLedger(desk.data.truth)).tokens['3']?.count).toBe(first.added)
    const { records } = await desk.store.listAudit({ kind: 'data.imported', limit: 1 }, null)
    expect(records[0]?.details).toMatchObject({ file: 'book.csv', interrupted: 'true', added: `${first.added}` })
    const again = await ended(start(desk, book))
    const rest = { added: lines.length - first.added, unchanged: first.added }
    expect(again).toMatchObject({ status: 0, value: { files: [rest] } })
  },
)

test('an import that waits for standard input can be interrupted', async () => {
  await using desk = await openImportScene()
  const networks = desk.write('networks.csv', csv('blockchainId,network', '1,Ethereum'))
  const child = start(desk, '-', networks)
  const run = ended(child)
  const input = child.stdin as NodeJS.WritableStream
  input.write('reserveAccountId,blockchainId,address,name\n1,1,a,One\n2,1,b,Tw')
  const imported = () => desk.store.listAudit({ kind: 'data.imported', limit: 1 }, null)
  while (!(await imported()).records.length) await pause(20)
  child.kill('SIGINT')
  const { status, value } = await run
  expect(status).toBe(130)
  expect(value.files).toMatchObject([{ file: '-', interrupted: true, refused: 0 }, { added: 1 }])
  expect((await desk.store.reserveDirectory()).accounts.map(({ name }) => name)).not.toContain('Tw')
})

test('gzip that decompresses to a thousand times its size is read in flat memory, and its endless line is refused', async () => {
  await using desk = await openImportScene()
  const megabyte = Buffer.alloc(1024 * 1024, 'x')
  const megabytes = 200
  const bomb = desk.at('bomb.gz')
  const endless = Readable.from(Array.from({ length: megabytes }, () => megabyte))
  await pipeline(endless, createGzip(), createWriteStream(bomb))
  const before = process.memoryUsage().rss
  let most = before
  const faults: string[] = []
  for await (const block of readBlocks(fileInput(bomb, 0).open())) {
    faults.push(...block.faults.values())
    most = Math.max(most, process.memoryUsage().rss)
  }
  expect(faults).toEqual(['the line is longer than 1 MiB'])
  expect(most - before).toBeLessThan(150 * 1024 * 1024)
})

test('if reading fails half-way, the lines read are stored and the refused ones written before the error is reported', async () => {
  await using desk = await openImportScene()
  const name = desk.at('tenants.csv')
  const input: ImportInput = {
    name,
    size: 1,
    close() {},
    async *open() {
      yield Buffer.from(`${tenants(12_000)}x,Refused\n`)
      throw Object.assign(new Error('EIO'), { code: 'EIO' })
    },
  }
  const settings = {
    network: 'Ethereum',
    timestamp: null,
    isLastLineComplete: false,
    needsRowCount: false,
    by: { actor: 'test', mayChangeBaseUrl: false },
  }
  const request = { store: desk.store, input, settings, signal: new AbortController().signal, onBytes() {} }
  await expect(importFile(request, await detect(input))).rejects.toThrow('EIO')
  expect(refusedIn(name)).toMatchObject([{ line: 12_002 }])
  expect((await desk.store.listTenants(null)).length).toBe(12_000)
})

test.each([
  ['plain', (content: string) => Buffer.from(content)],
  ['gzip', (content: string) => gzipSync(content)],
])('a file (%s) is closed once its kind is known', async (_form, pack) => {
  let isOpen = false
  const input: ImportInput = {
    name: 'tenants.csv',
    size: 1,
    close() {},
    async *open() {
      isOpen = true
      try {
        for (;;) yield pack(tenants(10))
      } finally {
        isOpen = false
      }
    },
  }
  expect((await detect(input)).kind?.name).toBe('tenants')
  await until(() => !isOpen)
})
