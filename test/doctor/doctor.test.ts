import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { keyFileIn } from '../../server/config.ts'
import { administer } from '../../server/data-folder.ts'
import { examineFolder } from '../../server/doctor/examine-folder.ts'
import type { TokenRecord } from '../../server/store/records.ts'
import { strongroom } from '../harness/cli.ts'
import { filledFolder, keyOf, manyCustodians, removeTemplate, withStoreOf } from '../harness/folders.ts'
import { id } from '../harness/seed.ts'
import { anchorOf, databaseOf, flipBitIn, lookUp, tamper } from '../harness/tamper.ts'

afterAll(removeTemplate)

const findings = async (dataDir: string) => await Array.fromAsync(examineFolder(keyOf(dataDir)))
const named = async (dataDir: string, name: string) =>
  (await findings(dataDir)).find((finding) => finding.name === name)
const failing = async (dataDir: string) =>
  (await findings(dataDir)).filter(({ status }) => status === 'fail').map(({ name }) => name)

test('doctor passes an untouched folder, with a warning only about the key in it', async () => {
  await using folder = await filledFolder()
  const all = await findings(folder.dataDir)
  expect(all.map(({ name, status }) => `${status} ${name}`)).toEqual([
    'ok node',
    'ok folder',
    expect.stringMatching(/(ok|warn) disk/),
    'ok writing',
    'ok serving',
    'warn key',
    'ok sqlite',
    'ok integrity',
    'ok references',
    'ok audit',
    'ok anchor',
    'ok tokens',
    'ok pairs',
    'ok totals',
    'ok open',
  ])
  for (const { status, nextStep } of all) expect(nextStep === null).toBe(status === 'ok')
  const elsewhere = join(folder.path, 'kek')
  copyFileSync(keyFileIn(folder.dataDir), elsewhere)
  const [key] = (await Array.fromAsync(examineFolder({ dataDir: folder.dataDir, keyFile: elsewhere }))).filter(
    ({ name }) => name === 'key',
  )
  expect(key?.status).toBe('ok')
})

type Damage = (dataDir: string) => void
const sql =
  (statements: string): Damage =>
  (dataDir) =>
    tamper(dataDir, statements)

const flipped =
  (query: string): Damage =>
  (dataDir) =>
    flipBitIn(dataDir, lookUp<{ found: Uint8Array | string }>(dataDir, query).found)

const inForce = 'FROM credentials WHERE custodian_id = 1003 AND version = 2'

test.each<[what: string, damage: Damage, found: string]>([
  ['the key file is missing', (dataDir) => rmSync(keyFileIn(dataDir)), 'key'],
  ['others may read the key file', (dataDir) => chmodSync(keyFileIn(dataDir), 0o440), 'key'],
  ['the key file is damaged', (dataDir) => overwrite(keyFileIn(dataDir), 'not a key\n'), 'key'],
  [
    'the key is another one',
    (dataDir) => overwrite(keyFileIn(dataDir), `${randomBytes(32).toString('base64')}\n`),
    'pairs',
  ],
  ['others may write into the folder', (dataDir) => chmodSync(dataDir, 0o777), 'folder'],
  ['the bits of a pair have flipped', flipped(`SELECT ciphertext AS found ${inForce}`), 'pairs'],
  ['the bits of a wrapped key have flipped', flipped(`SELECT wrapped_key AS found ${inForce}`), 'pairs'],
  [
    'a pair was moved to another custodian',
    sql(
      'UPDATE credentials SET ciphertext = (SELECT ciphertext FROM credentials WHERE custodian_id = 1004 AND version = 2), wrapped_key = (SELECT wrapped_key FROM credentials WHERE custodian_id = 1004 AND version = 2) WHERE custodian_id = 1003 AND version = 2',
    ),
    'pairs',
  ],
  [
    'an older pair was put back',
    sql(
      'UPDATE credentials SET retired_at = 1 - ifnull(retired_at, 0) WHERE custodian_id = 1003; UPDATE credentials SET retired_at = NULL WHERE custodian_id = 1003 AND version = 1',
    ),
    'pairs',
  ],
  ['a custodian lost its pair', sql('DELETE FROM credentials WHERE custodian_id = 1003 AND version = 2'), 'pairs'],
  [
    'a custodian without credentials has a pair',
    sql('UPDATE custodians SET credential_version = 0 WHERE custodian_id = 1003'),
    'pairs',
  ],
  [
    'a total is one unit off',
    sql("UPDATE token_totals SET amount = '123456789012345678901234567888' WHERE token_id = 1"),
    'totals',
  ],
  ['an account has another total', sql("UPDATE account_totals SET amount = '1' WHERE token_id = 2"), 'totals'],
  ['a total is missing', sql('DELETE FROM account_totals WHERE token_id = 2'), 'totals'],
  [
    'a total counts another number of transactions',
    sql('UPDATE token_totals SET transaction_count = 3 WHERE token_id = 1'),
    'totals',
  ],
  ['a total has another last date', sql('UPDATE token_totals SET last_at = last_at + 1 WHERE token_id = 1'), 'totals'],
  [
    'a reserve transaction was changed',
    sql("UPDATE reserve_transactions SET amount = '2' WHERE position = 2"),
    'totals',
  ],
  ['a reserve transaction is missing', sql('DELETE FROM reserve_transactions WHERE position = 2'), 'totals'],
  [
    'a reserve transaction has no number',
    sql("UPDATE reserve_transactions SET amount = '0x10' WHERE position = 2"),
    'totals',
  ],
  [
    'the bits of an amount have flipped',
    flipped('SELECT amount AS found FROM reserve_transactions WHERE position = 1'),
    'totals',
  ],
  ['a row that others name is missing', sql('DELETE FROM networks WHERE blockchain_id = 2'), 'references'],
  ['an index lacks a row', flipped("SELECT 'rotation.ended' AS found"), 'integrity'],
  ['an audit record was changed', sql("UPDATE audit SET actor = 'x' WHERE sequence = 9"), 'audit'],
  ['an audit record is missing', sql('DELETE FROM audit WHERE sequence = 9'), 'audit'],
  ['the end of the audit is missing', sql('DELETE FROM audit WHERE sequence > 30'), 'anchor'],
  ['the anchor is missing', (dataDir) => rmSync(anchorOf(dataDir)), 'anchor'],
  ['the anchor is damaged', (dataDir) => truncateSync(anchorOf(dataDir), 30), 'anchor'],
  ['the database was cut short', (dataDir) => truncateSync(databaseOf(dataDir), 8 * 4096), 'database'],
  ['the database is something else', (dataDir) => writeFileSync(databaseOf(dataDir), 'x'.repeat(9999)), 'database'],
  ["the database is another program's", sql('PRAGMA application_id = 7'), 'database'],
  ['the database was written by a newer version', sql('PRAGMA user_version = 999'), 'database'],
  ['the database is missing', (dataDir) => rmSync(databaseOf(dataDir)), 'database'],
])('when %s, doctor fails and gives a next step', async (_what, damage, found) => {
  await using folder = await filledFolder()
  const { dataDir } = folder
  damage(dataDir)
  expect(await failing(dataDir)).toContain(found)
  expect((await named(dataDir, found))?.nextStep).toMatch(/\.$|^Run: chmod/)
})

test("a file that does not belong to the folder's owner fails", async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'root alone gives a file away')
  await using folder = await filledFolder()
  chownSync(anchorOf(folder.dataDir), 4242, 4242)
  expect(await named(folder.dataDir, 'folder')).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('does not belong to the owner'),
  })
})

function overwrite(file: string, content: string): void {
  chmodSync(file, 0o600)
  writeFileSync(file, content)
  chmodSync(file, 0o400)
}

test('doctor warns about a writable key and a folder readable by others', async () => {
  await using folder = await filledFolder()
  chmodSync(folder.dataDir, 0o755)
  chmodSync(keyFileIn(folder.dataDir), 0o600)
  expect(await named(folder.dataDir, 'folder')).toMatchObject({
    status: 'warn',
    message: expect.stringContaining('0755'),
  })
  expect(await named(folder.dataDir, 'key')).toMatchObject({
    status: 'warn',
    message: expect.stringContaining('writable'),
  })
})

test('doctor reports whether the folder is served, and warns about work that no server will finish', async () => {
  await using folder = await filledFolder()
  const { dataDir } = folder
  await withStoreOf(dataDir, async (store) => {
    const intent = { checkId: uuidv7(), kind: 'validation' as const, version: null, actor: 'tester', at: 1 }
    const custodianId = manyCustodians(1)[0] ?? id(0)
    const { tokenId } = (await store.listTokens())[0] as TokenRecord
    await store.beginCheck({ ...intent, custodianId, tokenId, tenantId: id(1), keyFingerprint: randomBytes(32) })
  })
  expect((await named(dataDir, 'serving'))?.message).toContain('no server')
  expect((await named(dataDir, 'open'))?.status).toBe('warn')
  await using _served = await administer(dataDir).lock()
  expect((await named(dataDir, 'serving'))?.message).toContain('a server is using the folder')
  expect((await named(dataDir, 'open'))?.status).toBe('ok')
})

test('doctor changes no byte of the folder', async () => {
  await using folder = await filledFolder()
  const files = [databaseOf(folder.dataDir), anchorOf(folder.dataDir), keyFileIn(folder.dataDir)]
  const before = files.map((file) => readFileSync(file))
  await findings(folder.dataDir)
  expect(files.map((file) => readFileSync(file))).toEqual(before)
})

test('doctor exits with 0 if nothing fails and with 1 otherwise; --json is one value', async () => {
  await using folder = await filledFolder()
  const args = ['doctor', '--data', folder.dataDir]
  const well = await strongroom(args)
  expect(well.code).toBe(0)
  expect(well.stdout).toMatch(/^ok {4}audit {7}33 records are intact/m)
  rmSync(anchorOf(folder.dataDir))
  const { code, stdout } = await strongroom([...args, '--json'])
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    checks: expect.arrayContaining([expect.objectContaining({ name: 'anchor', status: 'fail' })]),
  })
  mkdirSync(join(folder.path, 'empty'))
  expect(await strongroom(['doctor', '--data', join(folder.path, 'empty')])).toMatchObject({ code: 1 })
  expect(await strongroom(['doctor', '--data', join(folder.path, 'nothing')])).toMatchObject({ code: 1 })
})
