import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createBackup } from '../../server/backup/create-backup.ts'
import { restoreBackup } from '../../server/backup/restore-backup.ts'
import { keyFileIn } from '../../server/config.ts'
import { administer } from '../../server/data-folder.ts'
import { readKeyFile } from '../../server/vault/key-file.ts'
import { openVault } from '../../server/vault/open-vault.ts'
import { Secret } from '../../shared/secret.ts'
import { failures } from '../doctor/findings.ts'
import { killAtEach, strongroom } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'
import { type Folder, issue, putCredentials, withStoreOf } from '../harness/folders.ts'
import { custodians, id } from '../harness/seed.ts'
import type { StoredFolder } from '../store/engine.ts'
import { dataOf } from '../store/engines.ts'
import { encodingNames, plantEverywhere, sightings } from './sightings.ts'

const create = (target: string, dataDir: string, dieAt?: string) =>
  strongroom(['backup', 'create', target, '--data', dataDir, '--json'], dieAt ? { dieAt } : {})
/** As it was made: tokens that a restore revokes would add records to the audit. */
const restore = (file: string, dataDir: string) =>
  strongroom(['backup', 'restore', file, '--data', dataDir, '--keep-tokens', '--json'])

const headOf = async (dataDir: string) => (await dataOf(dataDir).truth.read('audit')).length

/** Puts the key that a restored folder needs in its place. */
function giveKey(dataDir: string, from: string): void {
  mkdirSync(join(dataDir, 'keys'), { mode: 0o700 })
  writeFileSync(keyFileIn(dataDir), readFileSync(keyFileIn(from)), { mode: 0o400 })
}

test('a backup restores the data it was made of, and both audit logs record it', async ({ folder }) => {
  const { path, dataDir } = folder
  const made = JSON.parse((await create(join(path, 'b.tar'), dataDir)).stdout)
  expect(made).toMatchObject({ file: join(path, 'b.tar'), auditHead: { sequence: 33 } })
  expect(made.sha256).toBe(createHash('sha256').update(readFileSync(made.file)).digest('hex'))
  expect(statSync(made.file).mode & 0o777).toBe(0o600)
  expect(readdirSync(path).sort()).toEqual(['b.tar', 'data'])
  const restored = join(path, 'restored')
  expect(await restore(made.file, restored)).toMatchObject({ status: 0 })
  giveKey(restored, dataDir)
  expect(await failures(restored)).toEqual([])
  await using inspection = await administer(restored).inspect()
  const last = (await Array.fromAsync(inspection.auditLinks())).at(-1)
  expect(last).toMatchObject({ kind: 'backup.restored', sequence: '34' })
  expect(JSON.parse(last?.details ?? '')).toMatchObject({ file: 'b.tar', head: '33', replacedHead: 'missing' })
  await using original = await administer(dataDir).inspect()
  const recorded = (await Array.fromAsync(original.auditLinks())).at(-1)
  expect(JSON.parse(recorded?.details ?? '')).toEqual({ file: 'b.tar', sha256: made.sha256, head: '33' })
})

test('a backup to a folder is a file named after the time; an existing file is not overwritten', async ({ folder }) => {
  const made = JSON.parse((await create(folder.path, folder.dataDir)).stdout)
  expect(made.file).toMatch(/strongroom-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/)
  const before = readFileSync(made.file)
  expect(await create(made.file, folder.dataDir)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('not overwritten'),
  })
  expect(readFileSync(made.file)).toEqual(before)
})

test('a backup of a served folder, made while it is written to, is one consistent moment of it', async ({ server }) => {
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
  const before = await headOf(dataDir)
  const file = join(dataDir, '..', `${randomBytes(6).toString('hex')}.tar`)
  const made = await create(file, dataDir)
  const after = await headOf(dataDir)
  isWriting = false
  await writing
  const { sequence } = JSON.parse(made.stdout).auditHead
  expect(sequence).toBeGreaterThan(before)
  expect(sequence, 'it was written to while the backup was made').toBeLessThan(after)
  const restored = `${file}-restored`
  expect(await restore(file, restored)).toMatchObject({ status: 0 })
  giveKey(restored, dataDir)
  expect(await failures(restored)).toEqual([])
  expect(await headOf(restored)).toBe(sequence + 1)
  for (const path of [file, restored]) rmSync(path, { recursive: true })
})

test('a backup contains neither secrets nor the key that opens them', async ({ folder }) => {
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
  const key = readKeyFile(keyFileIn(dataDir)).secret.export()
  for (const secret of [planted.apiKey, planted.secretApiKey, token]) {
    expect(sightings(bytes, secret)).toEqual([])
    expect(sightings(plantEverywhere(secret), secret), 'control').toEqual(encodingNames)
  }
  const keySpellings = [key, Buffer.from(key.toString('hex')), Buffer.from(key.toString('base64'))]
  expect(keySpellings.map((spelling) => bytes.includes(spelling))).toEqual([false, false, false])
  expect(readFileSync(keyFileIn(dataDir)).includes(keySpellings[2] as Buffer), 'control').toBe(true)
  expect(bytes.includes('Custodian 12'), 'control: what is no secret is found').toBe(true)
})

const numbered = (wanted: number) => (record: { readonly sequence: number }) => record.sequence === wanted

async function flipHash({ truth, tamper }: StoredFolder): Promise<void> {
  const record = (await truth.read('audit')).find(numbered(20))
  await tamper.flipBit(record?.hash ?? '')
}

test.for<[what: string, damage: (data: StoredFolder) => Promise<unknown>, reason: string]>([
  [
    'an audit record was changed',
    ({ tamper }) => tamper.change('audit', numbered(9), { actor: 'x' }),
    'audit record 9',
  ],
  [
    'the end of the audit is missing',
    ({ tamper }) => tamper.remove('audit', ({ sequence }) => sequence > 30),
    'the audit log ends at record 30',
  ],
  ['the anchor is missing', ({ tamper }) => tamper.removeAnchor(), 'audit.anchor is missing'],
  ['rows contradict each other', ({ tamper }) => tamper.remove('tenants', () => true), 'is inconsistent'],
  ['an audit record has a flipped bit', flipHash, 'audit record 20'],
])('no backup is created when %s', async ([_what, damage, reason], { folder: { path, dataDir, data } }) => {
  await damage(data)
  expect(await create(join(path, 'b.tar'), dataDir)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(reason),
  })
  expect(readdirSync(path)).toEqual(['data'])
})

const anyKill = 'killed right before any %s, a backup has its name only if it is complete, and can be created again'
type Kind = readonly [kind: string, least: number]

/** Kills the command at the first, second, third ... step of a kind, until it finishes. */
async function surviveKills([kind, least]: Kind, { path, dataDir }: Folder) {
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

test.for<Kind>([['worker-commit', 1]])(anyKill, { timeout: 600_000 }, (kind, { folder }) => surviveKills(kind, folder))

test.for<Kind>([
  ['write', 1],
  ['fsync', 1],
  ['link', 1],
  ['remove', 2],
])(anyKill, { tags: ['long'] }, (kind, { folder }) => surviveKills(kind, folder))
