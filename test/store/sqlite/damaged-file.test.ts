import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { verifyChain } from '../../../server/audit/verify-chain.ts'
import { administer } from '../../../server/data-folder.ts'
import { failures, named } from '../../doctor/findings.ts'
import { strongroom } from '../../harness/cli.ts'
import { test } from '../../harness/fixtures.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { databaseOf, execute, flipBitIn, lookUp } from './database.ts'

describe('doctor', () => {
  test.for<[what: string, damage: (dataDir: string) => void, found: string]>([
    ['an index lacks a row', (dataDir) => flipBitIn(dataDir, 'rotation.ended'), 'integrity'],
    ['the database was cut short', (dataDir) => truncateSync(databaseOf(dataDir), 8 * 4096), 'database'],
    ['the database is something else', (dataDir) => writeFileSync(databaseOf(dataDir), 'x'.repeat(9999)), 'database'],
    ["the database is another program's", (dataDir) => execute(dataDir, 'PRAGMA application_id = 7'), 'database'],
    [
      'the database was written by a newer version',
      (dataDir) => execute(dataDir, 'PRAGMA user_version = 999'),
      'database',
    ],
    ['the database is missing', (dataDir) => rmSync(databaseOf(dataDir)), 'database'],
  ])('fails and gives a next step when %s', async ([_what, damage, found], { folder: { dataDir } }) => {
    damage(dataDir)
    expect((await failures(dataDir)).map(({ name }) => name)).toContain(found)
    expect((await named(dataDir, found))?.nextStep).toMatch(/\.$/)
  })
})

describe('audit verify', () => {
  type Row = Record<'kind' | 'actor' | 'rotation_id' | 'details' | 'hash', string>
  // What stands next to it tells the record itself from an index or another table.
  const marks = {
    hash: ({ hash }: Row) => hash,
    details: ({ details }: Row) => details,
    rotation_id: ({ rotation_id, details }: Row) => rotation_id + details.charAt(0),
    actor: ({ kind, actor }: Row) => kind + actor,
  }

  test.for(Object.entries(marks))('finds a flipped bit in the %s of a record', async ([, mark], { folder }) => {
    flipBitIn(folder.dataDir, mark(lookUp<Row>(folder.dataDir, 'SELECT * FROM audit WHERE sequence = 20')))
    await using inspection = await administer(folder.dataDir).inspect()
    expect((await verifyChain(inspection)).fault).not.toBeNull()
  })

  test('fails at the missing record of a file that was cut short, and refuses one that is no database', async ({
    folder: { dataDir },
  }) => {
    truncateSync(databaseOf(dataDir), readFileSync(databaseOf(dataDir)).length - 4096 * 4)
    const cut = await strongroom(['audit', 'verify', '--json', '--data', dataDir])
    expect(cut.status).toBe(1)
    writeFileSync(databaseOf(dataDir), 'no database at all, but something else of a fair length'.repeat(100))
    const foreign = await strongroom(['audit', 'verify', '--data', dataDir])
    expect(foreign).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('strongroom.db in it is damaged'),
    })
  })
})

test('no backup is created of a folder whose database is something else', async ({ folder: { path, dataDir } }) => {
  writeFileSync(databaseOf(dataDir), 'x'.repeat(9999))
  expect(await strongroom(['backup', 'create', join(path, 'b.tar'), '--data', dataDir])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is damaged'),
  })
  expect(readdirSync(path)).toEqual(['data'])
})

test.each([
  [['audit', 'verify']],
  [['audit', 'export']],
  [['doctor']],
  [['backup', 'create', 'backup.tar']],
  [['keys', 'list']],
  [['keys', 'rotate']],
  [['token', 'list']],
  [['token', 'revoke', 'ada']],
])('%j reports an empty database file in one line', async (command) => {
  await using folder = await temporaryFolder()
  writeFileSync(databaseOf(folder.path), '')
  const words = command.map((word) => (word.endsWith('.tar') ? join(folder.path, word) : word))
  const { status, stderr, stdout } = await strongroom([...words, '--data', folder.path])
  expect(status).toBe(1)
  expect(stderr + stdout).toContain('strongroom.db in it is empty')
  expect(stderr).not.toContain('    at ')
})

describe('a server', () => {
  /** What keeps a folder from being served, in one line. */
  async function refusal(dataDir: string): Promise<string> {
    const { status, stdout, stderr } = await strongroom(['serve', '--data', dataDir, '--port', '0'])
    expect(stderr).toMatch(/^strongroom: [^\n]+\n$/)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    return stderr
  }

  test("refuses another program's database and does not change it", async () => {
    await using folder = await temporaryFolder()
    execute(folder.path, 'CREATE TABLE recipes (name TEXT)')
    const before = readFileSync(databaseOf(folder.path))
    expect(await refusal(folder.path)).toMatch(/another program.*another folder with --data/)
    expect(readFileSync(databaseOf(folder.path)).equals(before)).toBe(true)
  })

  test('refuses a damaged database with a hint to restore a backup', async ({ folder: { dataDir } }) => {
    rmSync(`${databaseOf(dataDir)}-wal`, { force: true })
    writeFileSync(databaseOf(dataDir), 'not a database'.repeat(1000))
    expect(await refusal(dataDir)).toMatch(/damaged.*backup restore/)
  })

  test('does not replace a lost database by an empty one', async ({ folder: { data, dataDir } }) => {
    for (const file of data.files()) rmSync(file)
    expect(await refusal(dataDir)).toMatch(/gone.*backup restore/)
  })
})
