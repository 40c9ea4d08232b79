import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createBackup } from '../../server/backup/create-backup.ts'
import { restoreBackup } from '../../server/backup/restore-backup.ts'
import { keyFileIn } from '../../server/config.ts'
import { administer } from '../../server/data-folder.ts'
import { examineFolder } from '../../server/doctor/examine-folder.ts'
import { readKeyFile } from '../../server/vault/key-file.ts'
import { openVault } from '../../server/vault/open-vault.ts'
import { Secret } from '../../shared/secret.ts'
import { killAtEach, strongroom } from '../harness/cli.ts'
import { filledFolder, issue, putCredentials, removeTemplate, withStoreOf } from '../harness/folders.ts'
import { custodians, id } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'
import { anchorOf, databaseOf, flipBitIn, lookUp, tamper } from '../harness/tamper.ts'
import { encodingNames, plantEverywhere, sightings } from './sightings.ts'

afterAll(removeTemplate)

const create = (target: string, dataDir: string, dieAt?: string) =>
  strongroom(['backup', 'create', target, '--data', dataDir, '--json'], dieAt ? { dieAt } : {})
/** As it was made: tokens that a restore revokes would add records to the audit. */
const restore = (file: string, dataDir: string) =>
  strongroom(['backup', 'restore', file, '--data', dataDir, '--keep-tokens', '--json'])

const headOf = (dataDir: string) => lookUp<{ head: number }>(dataDir, 'SELECT max(sequence) AS head FROM audit').head

/** Puts the key that a restored folder needs in its place. */
function giveKey(dataDir: string, from: string): void {
  mkdirSync(join(dataDir, 'keys'), { mode: 0o700 })
  writeFileSync(keyFileIn(dataDir), readFileSync(keyFileIn(from)), { mode: 0o400 })
}

const failures = async (dataDir: string) =>
  (await Array.fromAsync(examineFolder({ dataDir, keyFile: keyFileIn(dataDir) }))).filter(
    ({ status }) => status === 'fail',
  )

test('a backup restores the data it was made of, and both audit logs record it', async () => {
  await using folder = await filledFolder()
  const { path, dataDir } = folder
  const made = JSON.parse((await create(join(path, 'b.tar'), dataDir)).stdout)
  expect(made).toMatchObject({ file: join(path, 'b.tar'), auditHead: { sequence: 33 } })
  expect(made.sha256).toBe(createHash('sha256').update(readFileSync(made.file)).digest('hex'))
  expect(statSync(made.file).mode & 0o777).toBe(0o600)
  expect(readdirSync(path).sort()).toEqual(['b.tar', 'data'])
  const restored = join(path, 'restored')
  expect(await restore(made.file, restored)).toMatchObject({ code: 0 })
  giveKey(restored, dataDir)
  expect(await failures(restored)).toEqual([])
  await using inspection = await administer(restored).inspect()
  const last = (await Array.fromAsync(inspection.auditLinks())).at(-1)
  expect(last).toMatchObject({ kind: 'backup.restored', sequence: '34' })
  expect(JSON.parse(last?.details ?? '')).toMatchObject({ file: 'b.tar', head: '33', replacedHead: 'missing' })
  await using original = await administer(dataDir).inspect()
  const told = (await Array.fromAsync(original.auditLinks())).at(-1)
  expect(JSON.parse(told?.details ?? '')).toEqual({ file: 'b.tar', sha256: made.sha256, head: '33' })
})

test('a backup to a folder is a file named after the time; an existing file is not overwritten', async () => {
  await using folder = await filledFolder()
  const made = JSON.parse((await create(folder.path, folder.dataDir)).stdout)
  expect(made.file).toMatch(/strongroom-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/)
  const before = readFileSync(made.file)
  expect(await create(made.file, folder.dataDir)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not overwritten'),
  })
  expect(readFileSync(made.file)).toEqual(before)
})

test('a backup of a served folder, made while it is written to, is one consistent moment of it', async () => {
  await using server = await startTestServer()
  const { dataDir, app } = server
  let isWriting = true
  const { tokenId } = await issue(app.store, 'tester')
  const vault = await openVault(app.store, keyFileIn(dataDir))
  const writing = (async () => {
    for (let position = 10n; isWriting; position += 1n) {
      await putCredentials(app.store, { vault, custodianId: custodians.copper, tokenId })
      const moved = {
        position,
        index: 0n,
        tokenId: id(1),
        amount: `${position}`,
        fromAccountId: null,
        toAccountId: id(1),
      }
      await app.store.appendReserveTransactions({ source: 'live', transactions: [{ ...moved, at: 1 }] })
    }
  })()
  const before = headOf(dataDir)
  const file = join(dataDir, '..', `${randomBytes(6).toString('hex')}.tar`)
  const made = await create(file, dataDir)
  const after = headOf(dataDir)
  isWriting = false
  await writing
  const { sequence } = JSON.parse(made.stdout).auditHead
  expect(sequence).toBeGreaterThan(before)
  expect(sequence, 'it was written to while the backup was made').toBeLessThan(after)
  const restored = `${file}-restored`
  expect(await restore(file, restored)).toMatchObject({ code: 0 })
  giveKey(restored, dataDir)
  expect(await failures(restored)).toEqual([])
  expect(headOf(restored)).toBe(sequence + 1)
  for (const path of [file, restored]) rmSync(path, { recursive: true })
})

test('a backup contains neither secrets nor the key that opens them', async () => {
  await using folder = await filledFolder()
  const { path, dataDir } = folder
  const planted = {
    apiKey: `key/${randomBytes(20).toString('hex')}+é`,
    secretApiKey: `sec/${randomBytes(40).toString('hex')}+é`,
  }
  const token = await withStoreOf(dataDir, async (store) => {
    const issued = await issue(store, 'planter')
    const credentials = { apiKey: new Secret(planted.apiKey), secretApiKey: new Secret(planted.secretApiKey) }
    const vault = await openVault(store, keyFileIn(dataDir))
    await putCredentials(store, { vault, custodianId: custodians.copper, tokenId: issued.tokenId }, credentials)
    return issued.token
  })
  const made = JSON.parse((await create(join(path, 'b.tar'), dataDir)).stdout)
  const bytes = readFileSync(made.file)
  const key = readKeyFile(keyFileIn(dataDir)).bytes
  for (const secret of [planted.apiKey, planted.secretApiKey, token]) {
    expect(sightings(bytes, secret)).toEqual([])
    expect(sightings(plantEverywhere(secret), secret), 'control').toEqual(encodingNames)
  }
  const keySpellings = [
    Buffer.from(key),
    Buffer.from(Buffer.from(key).toString('hex')),
    Buffer.from(Buffer.from(key).toString('base64')),
  ]
  expect(keySpellings.map((spelling) => bytes.includes(spelling))).toEqual([false, false, false])
  expect(readFileSync(keyFileIn(dataDir)).includes(keySpellings[2] as Buffer), 'control').toBe(true)
  expect(bytes.includes('Custodian 12'), 'control: what is no secret is found').toBe(true)
})

const flipHash = (dataDir: string) =>
  flipBitIn(dataDir, lookUp<{ hash: string }>(dataDir, 'SELECT hash FROM audit WHERE sequence = 20').hash)

test.each([
  [
    'an audit record was changed',
    (dataDir: string) => tamper(dataDir, "UPDATE audit SET actor = 'x' WHERE sequence = 9"),
    'audit record 9',
  ],
  [
    'the end of the audit is missing',
    (dataDir: string) => tamper(dataDir, 'DELETE FROM audit WHERE sequence > 30'),
    'the audit log ends at record 30',
  ],
  ['the anchor is missing', (dataDir: string) => rmSync(anchorOf(dataDir)), 'audit.anchor is missing'],
  ['rows contradict each other', (dataDir: string) => tamper(dataDir, 'DELETE FROM tenants'), 'is inconsistent'],
  ['an audit record has a flipped bit', flipHash, 'audit record 20'],
  [
    'its database is something else',
    (dataDir: string) => writeFileSync(databaseOf(dataDir), 'x'.repeat(9999)),
    'is damaged',
  ],
] as const)('no backup is created when %s', async (_what, damage, reason) => {
  await using folder = await filledFolder()
  const { path, dataDir } = folder
  damage(dataDir)
  expect(await create(join(path, 'b.tar'), dataDir)).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) })
  expect(readdirSync(path)).toEqual(['data'])
})

const anyKill = 'killed right before any %s, a backup has its name only if it is complete, and can be created again'

/** Kills the command at the first, second, third ... step of a kind, until it finishes. */
async function surviveKills(kind: string, least: number) {
  await using folder = await filledFolder()
  const { path, dataDir } = folder
  const file = join(path, 'b.tar')
  const kills = await killAtEach(
    kind,
    (dieAt) => create(file, dataDir, dieAt),
    async (place) => {
      const restored = join(path, `restored-${place}`)
      if (!existsSync(file))
        await withStoreOf(dataDir, (store) => createBackup(store, { dataDir, target: file, actor: 'test' }))
      await restoreBackup({ file, dataDir: restored, replace: false, actor: 'test' })
      rmSync(file)
    },
  )
  expect(kills).toBeGreaterThanOrEqual(least)
  expect(readdirSync(path).filter((name) => name.includes('making'))).toEqual([])
}

test.each([['worker-commit', 1]] as const)(anyKill, { timeout: 120_000 }, surviveKills)

test.each([
  ['write', 1],
  ['fsync', 1],
  ['link', 1],
  ['remove', 2],
] as const)(anyKill, { tags: ['long'] }, surviveKills)
