import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { verifyChain } from '../../server/audit/verify-chain.ts'
import { administer } from '../../server/data-folder.ts'
import { strongroom } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'
import { manyCustodians, withStoreOf } from '../harness/folders.ts'
import type { StoredFolder } from '../store/engine.ts'
import type { Facts } from '../store/facts.ts'

async function verify(dataDir: string) {
  await using inspection = await administer(dataDir).inspect()
  return await verifyChain(inspection)
}

/** Makes every hash fit again from the first record on, as an attacker would who knows the recipe. */
async function rehash({ truth, tamper }: StoredFolder): Promise<void> {
  let before = '0'.repeat(64)
  for (const record of await truth.read('audit')) {
    const { sequence, at, kind, actor, tenantId, custodianId, rotationId, details } = record
    const hashed = [before, `${sequence}`, at, kind, actor, tenantId, custodianId, rotationId, details]
    before = createHash('sha256').update(JSON.stringify(hashed)).digest('hex')
    await tamper.change('audit', numbered(sequence), { hash: before })
  }
}

type AuditRecord = Facts['audit']
const numbered = (wanted: number) => (record: AuditRecord) => record.sequence === wanted

/** Gives the two records each other's number. */
async function exchange({ tamper }: StoredFolder, [one, other]: readonly [number, number]): Promise<void> {
  await tamper.change('audit', numbered(one), { sequence: -1 })
  await tamper.change('audit', numbered(other), { sequence: one })
  await tamper.change('audit', numbered(-1), { sequence: other })
}

test('an untouched folder passes: every record is valid and the anchor is at its head', async ({ folder }) => {
  const { records, head, fault } = await verify(folder.dataDir)
  expect(fault).toBeNull()
  expect(`${records}`).toBe(head.sequence)
  expect(await folder.data.truth.anchor()).toEqual({ sequence: records, hash: head.hash })
})

test.for<[member: string, values: Partial<AuditRecord>]>([
  ['at', { at: 1 }],
  ['kind', { kind: 'token.revoked' }],
  ['actor', { actor: 'another' }],
  ['tenant', { tenantId: '2' }],
  ['custodian', { custodianId: '21' }],
  ['rotation', { rotationId: 'another' }],
  ['details', { details: '{}' }],
  ['hash', { hash: 'a'.repeat(64) }],
])('a record whose %s was changed is the first invalid one', async ([_member, values], { folder }) => {
  await folder.data.tamper.change('audit', numbered(9), values)
  expect(await verify(folder.dataDir)).toMatchObject({
    records: 8,
    fault: { about: 'record', sequence: '9', reason: expect.stringContaining('hash') },
  })
})

const before: AuditRecord = {
  sequence: 0,
  at: 1,
  kind: 'x',
  actor: 'x',
  tenantId: null,
  custodianId: null,
  rotationId: null,
  details: '{}',
  hash: 'x',
  commitStart: null,
}

test.for<[what: string, damage: (data: StoredFolder) => Promise<unknown>, sequence: string, reason: string]>([
  ['taken out of the middle', ({ tamper }) => tamper.remove('audit', numbered(9)), '10', 'record 9 is missing'],
  ['taken from the beginning', ({ tamper }) => tamper.remove('audit', numbered(1)), '2', 'record 1 is missing'],
  ['put before the first', ({ tamper }) => tamper.add('audit', [before]), '0', 'missing'],
  ['exchanged', (data) => exchange(data, [9, 10]), '9', 'hash'],
])('a record that was %s is found', async ([_what, damage, sequence, reason], { folder }) => {
  await damage(folder.data)
  expect((await verify(folder.dataDir)).fault).toMatchObject({ sequence, reason: expect.stringContaining(reason) })
})

test('records missing at the end are found only by the anchor', async ({ folder }) => {
  await folder.data.tamper.remove('audit', ({ sequence }) => sequence > 31)
  expect((await verify(folder.dataDir)).fault).toMatchObject({
    about: 'anchor',
    sequence: '32',
    reason: expect.stringContaining('acknowledged changes are missing'),
  })
  await folder.data.tamper.moveAnchor()
  expect((await verify(folder.dataDir)).fault, 'control: with an anchor that was set back, nothing is found').toBeNull()
})

test('a chain recomputed from a changed record on differs from its anchor', async ({ folder }) => {
  await folder.data.tamper.change('audit', numbered(9), { actor: 'another' })
  await rehash(folder.data)
  expect((await verify(folder.dataDir)).fault?.reason).toContain('rebuilt')
})

test.for<[state: string, damage: (data: StoredFolder) => Promise<void>]>([
  ['missing', ({ tamper }) => tamper.removeAnchor()],
  ['damaged', ({ tamper }) => tamper.damageAnchor()],
])('an anchor that is %s is reported', async ([state, damage], { folder }) => {
  await damage(folder.data)
  expect((await verify(folder.dataDir)).fault).toMatchObject({
    about: 'anchor',
    reason: expect.stringContaining(state),
  })
})

/** They make of the last rotation an intent without an outcome, an outcome without an intent, and a second intent. */
test.for<[kind: string, fromLast: number, reason: string]>([
  ['data.imported', 0, 'never ended'],
  ['rotation.ended', 1, 'has no intent or has already ended'],
  ['rotation.intended', 0, 'a second time'],
])(
  'a %s that is %i before the last record is found in a chain with valid hashes: it %s',
  async ([kind, fromLast, reason], { folder }) => {
    const { truth, tamper } = folder.data
    const head = (await truth.read('audit')).length
    await tamper.change('audit', numbered(head - fromLast), { kind })
    await rehash(folder.data)
    await tamper.moveAnchor()
    expect((await verify(folder.dataDir)).fault?.reason).toContain(reason)
  },
)

test('an intent without an outcome is valid while it is in progress, but not if the database has no trace of it', async ({
  folder,
}) => {
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
  await folder.data.tamper.remove('checks', () => true)
  expect((await verify(folder.dataDir)).fault?.reason).toContain('never ended and is not open')
})

test('audit verify exits with 0 if valid, with 1 naming the first invalid record, and reports a folder without data', async ({
  folder,
}) => {
  const args = ['audit', 'verify', '--data', folder.dataDir]
  expect(await strongroom(args)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ok: 33 records verified/) })
  await folder.data.tamper.change('audit', numbered(9), { actor: 'another' })
  const { status, stdout } = await strongroom([...args, '--json'])
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, records: 8, fault: { sequence: 9 } })
  const nowhere = await strongroom(['audit', 'verify', '--data', `${folder.path}/nothing`])
  expect(nowhere).toMatchObject({ status: 1, stderr: expect.stringContaining('there is no strongroom.db') })
})

test('audit verify --progress json reports how many records of how many were read', async ({ folder }) => {
  const args = ['audit', 'verify', '--data', folder.dataDir, '--progress', 'json']
  const { stderr } = await strongroom(args)
  const lines = stderr.trim().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ step: 'verifying', doneRecords: 33, allRecords: 33 })
  await folder.data.tamper.change('audit', numbered(9), { actor: 'another' })
  expect((await strongroom(args)).stderr, 'it stops at the first damaged record').not.toContain('"doneRecords":33')
})

test('audit verify passes while a server writes to the folder', async ({ server }) => {
  let isWriting = true
  let written = 0
  const writing = (async () => {
    for (; isWriting; written += 1)
      await server.app.store.recordAudit({ kind: 'data.imported', actor: 'tester', at: written + 1 })
  })()
  await expect.poll(() => written).toBeGreaterThan(0)
  const verified = await strongroom(['audit', 'verify', '--data', server.dataDir, '--json'])
  const writtenThen = written
  await expect.poll(() => written).toBeGreaterThan(writtenThen)
  const { records } = await verify(server.dataDir)
  isWriting = false
  await writing
  expect(verified.status).toBe(0)
  expect(JSON.parse(verified.stdout).records).toBeGreaterThan(0)
  expect(records, 'it was written to meanwhile').toBeGreaterThan(JSON.parse(verified.stdout).records)
})
