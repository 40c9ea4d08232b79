import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import { verifyChain } from '../../../server/audit/verify-chain.ts'
import { inspectFolder } from '../../../server/store/sqlite/inspect/inspect-folder.ts'
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts'
import { straceProblem } from '../../faults/strace.ts'
import { strongroom } from '../../harness/cli.ts'
import { test as base } from '../../harness/fixtures.ts'
import { anchorOf, databaseOf, execute, lookUp, namedByAnchor } from './database.ts'
import { downgrade } from './downgrade.ts'

const child = fileURLToPath(new URL('./write-child.ts', import.meta.url))

/** `killed` is a folder whose writer was killed -9 in its work, and the last record that it said was stored. */
const test = base.extend('killed', async ({ folder }) => {
  const writer = spawn(process.execPath, [child, folder.dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(writer, 'exit')
  let acknowledged = 0
  for await (const line of createInterface(writer.stdout)) {
    acknowledged = Number(line)
    if (acknowledged === 60) writer.kill('SIGKILL')
  }
  await exited
  expect(statSync(`${databaseOf(folder.dataDir)}-wal`).size).toBeGreaterThan(0)
  return { ...folder, acknowledged }
})

const removeWal = (dataDir: string) => {
  for (const end of ['-wal', '-shm']) rmSync(`${databaseOf(dataDir)}${end}`)
}
const headOf = (dataDir: string) => lookUp<{ head: number }>(dataDir, 'SELECT max(sequence) AS head FROM audit').head

test('after a kill -9 everything that was acknowledged is there, and the anchor is at the head', async ({
  killed: folder,
}) => {
  const store = openSqliteStore(folder.dataDir)
  const head = await store.auditHead()
  expect(Number(head?.sequence)).toBeGreaterThanOrEqual(folder.acknowledged)
  expect(namedByAnchor(folder.dataDir)).toBe(`${head?.sequence} ${head?.hash}`)
  await store.close()
})

test('a write-ahead log that was deleted after the kill is found at the start, which is refused', async ({
  killed: folder,
}) => {
  const { dataDir, acknowledged } = folder
  removeWal(dataDir)
  expect(() => openSqliteStore(dataDir)).toThrow(
    /the audit log ends at record \d+, but its anchor says that record \d+ was stored/,
  )
  const serve = await strongroom(['serve', '--data', dataDir, '--port', '0', '--json'])
  expect(serve).toMatchObject({ status: 1, stderr: expect.stringContaining('Acknowledged changes are missing') })
  const verify = await strongroom(['audit', 'verify', '--data', dataDir, '--json'])
  expect(verify.status).toBe(1)
  expect(JSON.parse(verify.stdout).fault.reason).toContain('acknowledged changes are missing')
  const db = new Database(databaseOf(dataDir))
  expect(db.pragma('integrity_check', { simple: true }), 'control: SQLite finds nothing wrong').toBe('ok')
  db.close()
  expect(headOf(dataDir), 'control: although commits are missing').toBeLessThan(acknowledged)
})

test('deleting the anchor too does not help: an audit without its anchor is refused', async ({ killed: folder }) => {
  removeWal(folder.dataDir)
  rmSync(anchorOf(folder.dataDir))
  expect(() => openSqliteStore(folder.dataDir)).toThrow('audit.anchor is missing')
})

test.for([
  ['cut short', (file: string) => truncateSync(file, 20), 'audit.anchor is damaged'],
  ['empty', (file: string) => truncateSync(file, 0), 'audit.anchor is damaged'],
  [
    'of another audit',
    (file: string) => writeFileSync(file, `20 ${'a'.repeat(64)}\n`),
    'its anchor says that record 20',
  ],
] as const)('an anchor that is %s is refused', async ([_what, damage, reason], { folder }) => {
  damage(anchorOf(folder.dataDir))
  expect(() => openSqliteStore(folder.dataDir)).toThrow(reason)
})

test.for([
  ['missing', (file: string) => rmSync(file)],
  ['empty', (file: string) => truncateSync(file, 0)],
] as const)(
  'a database that is %s next to its anchor is refused, not created again',
  async ([_what, damage], { folder }) => {
    damage(databaseOf(folder.dataDir))
    expect(() => openSqliteStore(folder.dataDir)).toThrow('strongroom.db is gone but its audit.anchor is there')
  },
)

/** Sets the anchor to the record with this sequence; 0 names none. */
function setAnchor(dataDir: string, sequence: number): void {
  const sql = `SELECT hash FROM audit WHERE sequence = ${sequence}`
  const hash = sequence === 0 ? '0'.repeat(64) : lookUp<{ hash: string }>(dataDir, sql).hash
  writeFileSync(anchorOf(dataDir), `${sequence} ${hash}\n`)
}

/** What the three that judge a folder say of its anchor. */
async function probeResults(dataDir: string) {
  const [serve, verify, doctor] = await Promise.all([
    strongroom(['serve', '--data', dataDir, '--port', '0', '--json']),
    strongroom(['audit', 'verify', '--data', dataDir, '--json']),
    strongroom(['doctor', '--data', dataDir, '--json']),
  ])
  const checks = (JSON.parse(doctor.stdout) as { checks: { name: string; message: string }[] }).checks
  return {
    statuses: [serve.status, verify.status, doctor.status],
    texts: [
      serve.stderr,
      `${(JSON.parse(verify.stdout) as { fault: { reason: string } | null }).fault?.reason}`,
      `${checks.find(({ name }) => name === 'anchor')?.message}`,
    ],
  }
}

test('an anchor one commit behind its audit is no fault: a kill may come between a commit and its anchor', async ({
  folder,
}) => {
  setAnchor(folder.dataDir, headOf(folder.dataDir) - 1)
  await openSqliteStore(folder.dataDir).close()
  expect(namedByAnchor(folder.dataDir), 'and it is brought up').toMatch(new RegExp(`^${headOf(folder.dataDir)} `))
})

test('nor is one behind all records of one commit', async ({ folder }) => {
  const { dataDir } = folder
  execute(
    dataDir,
    `INSERT INTO open_checks SELECT 'check-' || value, 'check', custodian_id, 1 FROM custodians, json_each('[1,2,3]') LIMIT 3`,
  )
  const before = headOf(dataDir)
  const store = openSqliteStore(dataDir)
  await store.endInterrupted({ actor: 'test', at: Date.now() })
  await store.close()
  expect(headOf(dataDir)).toBe(before + 3)
  for (const [sequence, fits] of [
    [before, true],
    [before - 1, false],
  ] as const) {
    setAnchor(dataDir, sequence)
    const opening = () => openSqliteStore(dataDir).close()
    if (fits) await opening()
    else expect(opening).toThrow('an interrupted commit cannot leave it this far behind')
  }
})

test.for([
  ['names nothing', () => 0],
  ['lags two commits behind', (head: number) => head - 2],
  ['names the first record', () => 1],
] as const)('an anchor that %s is reported by verify, doctor and serve', async ([_what, place], { folder }) => {
  setAnchor(folder.dataDir, place(headOf(folder.dataDir)))
  const { statuses, texts } = await probeResults(folder.dataDir)
  expect(statuses).toEqual([1, 1, 1])
  for (const text of texts) expect(text).toContain('this far behind')
})

test('the anchor of an older version may lag by any number of commits: the first start brings it up, and later ones are strict', async ({
  folder,
}) => {
  const { dataDir } = folder
  downgrade(dataDir, 6)
  const behind = headOf(dataDir) - 3
  setAnchor(dataDir, behind)
  const verify = await strongroom(['audit', 'verify', '--data', dataDir, '--json'])
  expect(JSON.parse(verify.stdout)).toMatchObject({ fault: null })
  await openSqliteStore(dataDir).close()
  expect(namedByAnchor(dataDir)).toMatch(new RegExp(`^${headOf(dataDir)} `))
  setAnchor(dataDir, behind)
  expect(() => openSqliteStore(dataDir)).toThrow('an interrupted commit cannot leave it this far behind')
})

test('lost records cannot be hidden by an anchor that names nothing', async ({ killed: folder }) => {
  removeWal(folder.dataDir)
  setAnchor(folder.dataDir, 0)
  const { statuses, texts } = await probeResults(folder.dataDir)
  expect(statuses).toEqual([1, 1, 1])
  for (const text of texts) expect(text).toContain('its anchor names record 0')
  setAnchor(folder.dataDir, headOf(folder.dataDir))
  await openSqliteStore(folder.dataDir).close() // control: one who writes the right hash is not found (docs/audit.md)
})

test('while several processes write at once, a folder never looks as if its anchor were set back', async ({
  folder,
}) => {
  const { dataDir } = folder
  const writers = [1, 2].map(() => spawn(process.execPath, [child, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] }))
  const ended = writers.map((writer) => once(writer, 'exit'))
  await Promise.all(writers.map(({ stdout }) => once(stdout, 'data')))
  for (let times = 0; times < 40; times += 1) {
    await using inspection = inspectFolder(dataDir)
    const report = await verifyChain(inspection)
    expect(report.fault).toBeNull()
  }
  for (const writer of writers) writer.kill('SIGKILL')
  await Promise.all(ended)
  await openSqliteStore(dataDir).close()
})

test('each anchor is durable before the next commit, so that a power cut sets it back no further', async ({
  folder,
  skip,
}) => {
  skip(straceProblem !== null, straceProblem ?? '')
  const trace = join(folder.dataDir, '.trace')
  const traced = [
    '-f',
    '-y',
    '-qq',
    '-o',
    trace,
    '-e',
    'trace=pwrite64,fdatasync,fsync',
    process.execPath,
    child,
    folder.dataDir,
  ]
  const writer = spawn('strace', traced, { stdio: ['ignore', 'pipe', 'ignore'] })
  const exited = once(writer, 'exit')
  for await (const line of createInterface(writer.stdout)) if (Number(line) >= 60) break
  writer.stdout.destroy()
  await exited
  const calls = readFileSync(trace, 'utf8').split('\n')
  const anchor = `<${anchorOf(folder.dataDir)}>`
  const written = calls
    .flatMap((line, at) => (line.includes(`pwrite64(`) && line.includes(anchor) ? [at] : []))
    .slice(0, -1)
  expect(written.length).toBeGreaterThan(20)
  for (const at of written) expect(calls[at + 1]).toMatch(new RegExp(`fdatasync\\(\\d+${anchor}\\) += 0`))
})

test('a graceful stop leaves everything in the one file', async ({ folder }) => {
  await openSqliteStore(folder.dataDir).close()
  expect(readdirSync(folder.dataDir).filter((name) => name.startsWith('strongroom.db'))).toEqual(['strongroom.db'])
  expect(join(folder.dataDir, 'strongroom.db')).toBe(databaseOf(folder.dataDir))
})
