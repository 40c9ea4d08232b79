import { createHash } from 'node:crypto'
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { verifyChain } from '../../server/audit/verify-chain.ts'
import { administer } from '../../server/data-folder.ts'
import { strongroom } from '../harness/cli.ts'
import { filledFolder, manyCustodians, removeTemplate, withStoreOf } from '../harness/folders.ts'
import { startTestServer } from '../harness/server.ts'
import { anchorOf, databaseOf, flipBitIn, lookUp, tamper } from '../harness/tamper.ts'

afterAll(removeTemplate)

async function verify(dataDir: string) {
  await using inspection = await administer(dataDir).inspect()
  return await verifyChain(inspection)
}

/** Makes every hash fit again from the first record on, as someone would who knows the recipe. */
const rehash = async (dataDir: string) => {
  let sql = ''
  let before = '0'.repeat(64)
  await using inspection = await administer(dataDir).inspect()
  for await (const {
    sequence,
    at,
    kind,
    actor,
    tenantId,
    custodianId,
    rotationId,
    details,
  } of inspection.auditLinks()) {
    before = createHash('sha256')
      .update(JSON.stringify([before, sequence, at, kind, actor, tenantId, custodianId, rotationId, details]))
      .digest('hex')
    sql += `UPDATE audit SET hash = '${before}' WHERE sequence = ${sequence};`
  }
  return sql
}

/** Sets the anchor back, or on, to whatever the audit ends with. */
function anchorAtHead(dataDir: string): void {
  const sql = 'SELECT sequence, hash FROM audit ORDER BY sequence DESC'
  const { sequence, hash } = lookUp<{ sequence: number; hash: string }>(dataDir, sql)
  writeFileSync(anchorOf(dataDir), `${sequence} ${hash}\n`)
}

test('an untouched folder passes: every record is valid and the anchor is at its head', async () => {
  await using folder = await filledFolder()
  const { records, head, fault } = await verify(folder.dataDir)
  expect(fault).toBeNull()
  expect(`${records}`).toBe(head.sequence)
  expect(readFileSync(anchorOf(folder.dataDir), 'utf8')).toBe(`${head.sequence} ${head.hash}\n`)
})

test.each([
  ['at', 'at = at + 1'],
  ['kind', "kind = 'token.revoked'"],
  ['actor', "actor = 'somebody'"],
  ['tenant', 'tenant_id = 2'],
  ['custodian', 'custodian_id = 21'],
  ['rotation', "rotation_id = 'another'"],
  ['details', "details = '{}'"],
  ['hash', `hash = '${'a'.repeat(64)}'`],
])('a record whose %s was changed is the first invalid one', async (_member, change) => {
  await using folder = await filledFolder()
  tamper(folder.dataDir, `UPDATE audit SET ${change} WHERE sequence = 9`)
  expect(await verify(folder.dataDir)).toMatchObject({
    records: 8,
    fault: { about: 'record', sequence: '9', reason: expect.stringContaining('hash') },
  })
})

test.each([
  ['taken out of the middle', 'DELETE FROM audit WHERE sequence = 9', '10', 'record 9 is missing'],
  ['taken from the beginning', 'DELETE FROM audit WHERE sequence = 1', '2', 'record 1 is missing'],
  [
    'put before the first',
    "INSERT INTO audit VALUES (0, 1, 'x', 'x', NULL, NULL, NULL, '{}', 'x', NULL)",
    '0',
    'missing',
  ],
  [
    'exchanged',
    'UPDATE audit SET sequence = -1 WHERE sequence = 9; UPDATE audit SET sequence = 9 WHERE sequence = 10; UPDATE audit SET sequence = 10 WHERE sequence = -1',
    '9',
    'hash',
  ],
])('a record that was %s is found', async (_what, sql, ...expected) => {
  const [sequence, reason] = expected
  await using folder = await filledFolder()
  tamper(folder.dataDir, sql)
  expect((await verify(folder.dataDir)).fault).toMatchObject({ sequence, reason: expect.stringContaining(reason) })
})

test('records missing at the end are found only by the anchor', async () => {
  await using folder = await filledFolder()
  tamper(folder.dataDir, 'DELETE FROM audit WHERE sequence > 31')
  expect((await verify(folder.dataDir)).fault).toMatchObject({
    about: 'anchor',
    sequence: '32',
    reason: expect.stringContaining('acknowledged changes are missing'),
  })
  anchorAtHead(folder.dataDir)
  expect((await verify(folder.dataDir)).fault, 'control: with an anchor that was set back, nothing is found').toBeNull()
})

test('a chain recomputed from a changed record on differs from its anchor', async () => {
  await using folder = await filledFolder()
  tamper(folder.dataDir, "UPDATE audit SET actor = 'somebody' WHERE sequence = 9")
  tamper(folder.dataDir, await rehash(folder.dataDir))
  expect((await verify(folder.dataDir)).fault?.reason).toContain('rebuilt')
})

test.each([
  ['missing', (file: string) => rmSync(file)],
  ['damaged', (file: string) => truncateSync(file, 20)],
])('an anchor that is %s is reported', async (state, change) => {
  await using folder = await filledFolder()
  change(anchorOf(folder.dataDir))
  expect((await verify(folder.dataDir)).fault).toMatchObject({
    about: 'anchor',
    reason: expect.stringContaining(state),
  })
})

test('an intent without an outcome, and a second outcome, are found in a chain with valid hashes', async () => {
  const outcome = 'SELECT max(sequence) FROM audit'
  for (const [sql, reason] of [
    [`UPDATE audit SET kind = 'data.imported' WHERE sequence = (${outcome})`, 'never ended'],
    [
      `UPDATE audit SET kind = 'rotation.ended' WHERE sequence = (${outcome}) - 1`,
      'has no intent or has already ended',
    ],
    [`UPDATE audit SET kind = 'rotation.intended' WHERE sequence = (${outcome})`, 'a second time'],
  ] as const) {
    await using folder = await filledFolder()
    tamper(folder.dataDir, sql)
    tamper(folder.dataDir, await rehash(folder.dataDir))
    anchorAtHead(folder.dataDir)
    expect((await verify(folder.dataDir)).fault?.reason).toContain(reason)
  }
})

test('an intent without an outcome is valid while it is in progress, but not if the database has no trace of it', async () => {
  await using folder = await filledFolder()
  await withStoreOf(folder.dataDir, async (store) => {
    const [custodianId, tenantId] = [manyCustodians(1)[0], '1'] as never[]
    const intent = { checkId: uuidv7(), kind: 'check' as const, version: 2, actor: 'tester', at: 1 }
    const begun = await store.beginCheck({
      ...intent,
      custodianId,
      tenantId,
      tokenId: '1',
      keyFingerprint: Buffer.alloc(32),
    } as never)
    expect(begun.ok).toBe(true)
  })
  expect((await verify(folder.dataDir)).fault).toBeNull()
  tamper(folder.dataDir, 'DELETE FROM open_checks')
  expect((await verify(folder.dataDir)).fault?.reason).toContain('never ended and is not open')
})

test('a flipped bit in the file is found in any part of a record', async () => {
  type Row = Record<'kind' | 'actor' | 'rotation_id' | 'details' | 'hash', string>
  // What stands next to it tells the record itself from an index or another table.
  const marks = {
    hash: ({ hash }: Row) => hash,
    details: ({ details }: Row) => details,
    rotation_id: ({ rotation_id, details }: Row) => rotation_id + details.charAt(0),
    actor: ({ kind, actor }: Row) => kind + actor,
  }
  for (const column of Object.keys(marks) as (keyof typeof marks)[]) {
    await using folder = await filledFolder()
    const row = lookUp<Row>(folder.dataDir, 'SELECT * FROM audit WHERE sequence = 20')
    flipBitIn(folder.dataDir, marks[column](row))
    const { fault } = await verify(folder.dataDir)
    expect(fault, column).not.toBeNull()
  }
})

test('a truncated file, or one that is not a database, is refused or fails at the missing record', async () => {
  await using folder = await filledFolder()
  const size = readFileSync(databaseOf(folder.dataDir)).length
  truncateSync(databaseOf(folder.dataDir), size - 4096 * 4)
  const cut = await strongroom(['audit', 'verify', '--json', '--data', folder.dataDir])
  expect(cut.code).toBe(1)
  writeFileSync(databaseOf(folder.dataDir), 'no database at all, but something else of a fair length'.repeat(100))
  const foreign = await strongroom(['audit', 'verify', '--data', folder.dataDir])
  expect(foreign).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('strongroom.db in it is damaged'),
  })
})

test('audit verify exits with 0 if valid, with 1 naming the first invalid record, and reports a folder without data', async () => {
  await using folder = await filledFolder()
  const args = ['audit', 'verify', '--data', folder.dataDir]
  expect(await strongroom(args)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ok: 33 records verified/) })
  tamper(folder.dataDir, "UPDATE audit SET actor = 'somebody' WHERE sequence = 9")
  const { code, stdout } = await strongroom([...args, '--json'])
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, records: 8, fault: { sequence: 9 } })
  const nowhere = await strongroom(['audit', 'verify', '--data', `${folder.path}/nothing`])
  expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no strongroom.db') })
})

test('audit verify passes while a server writes to the folder', async () => {
  await using server = await startTestServer()
  let isWriting = true
  const writing = (async () => {
    for (let at = 1; isWriting; at += 1)
      await server.app.store.recordAudit({ kind: 'data.imported', actor: 'tester', at })
  })()
  const verified = await strongroom(['audit', 'verify', '--data', server.dataDir, '--json'])
  const { records } = await verify(server.dataDir)
  isWriting = false
  await writing
  expect(verified.code).toBe(0)
  expect(JSON.parse(verified.stdout).records).toBeGreaterThan(0)
  expect(records, 'it was written to meanwhile').toBeGreaterThan(JSON.parse(verified.stdout).records)
})
