import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { restoreBackup } from '../../server/backup/restore-backup.ts'
import { keyFileIn } from '../../server/config.ts'
import { administer, openDataFolder } from '../../server/data-folder.ts'
import { failures } from '../doctor/findings.ts'
import { killAtEach, strongroom } from '../harness/cli.ts'
import { test as base } from '../harness/fixtures.ts'
import { type Folder, keyOf } from '../harness/folders.ts'
import { dataOf } from '../store/engines.ts'
import { databaseOf } from '../store/sqlite/database.ts'
import { openAll } from '../vault/many-credentials.ts'

const restore = (file: string, dataDir: string, ...more: string[]) =>
  strongroom(['backup', 'restore', file, '--data', dataDir, ...more])

const sumOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** `backedUp` is a folder and a backup of it. */
const test = base.extend('backedUp', async ({ folder }) => {
  const backup = join(folder.path, 'b.tar')
  const { status } = await strongroom(['backup', 'create', backup, '--data', folder.dataDir])
  expect(status).toBe(0)
  return { ...folder, backup }
})

test('restores into an empty folder and asks for the key file', async ({ backedUp: folder }) => {
  const target = join(folder.path, 'new')
  const { status, stdout } = await restore(folder.backup, target, '--json')
  const { missingKeyIds, nextSteps, aside } = JSON.parse(stdout)
  expect({ status, aside, keys: missingKeyIds.length }).toEqual({ status: 0, aside: null, keys: 1 })
  expect(nextSteps[0]).toContain(keyFileIn(target))
  await (await openDataFolder(keyOf(target))).close()
  const doctor = await strongroom(['doctor', '--data', target, '--json'])
  expect(doctor.status, 'control: without the key it is not well').toBe(1)
  mkdirSync(join(target, 'keys'), { mode: 0o700 })
  copyFileSync(keyFileIn(folder.dataDir), keyFileIn(target))
  expect(await failures(target)).toEqual([])
  expect(await openAll(target)).toEqual(await openAll(folder.dataDir))
})

test('restores over data only with --replace, which moves the old data aside and needs no new key file', async ({
  backedUp: folder,
}) => {
  const { dataDir, backup } = folder
  writeFileSync(databaseOf(dataDir), 'damaged')
  const anchor = readFileSync(join(dataDir, 'audit.anchor'))
  expect(await restore(backup, dataDir)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('already contains data'),
  })
  expect(readFileSync(databaseOf(dataDir), 'utf8')).toBe('damaged')
  const { status, stdout } = await restore(backup, dataDir, '--replace', '--json')
  const { aside, missingKeyIds } = JSON.parse(stdout)
  expect({ status, missingKeyIds }).toEqual({ status: 0, missingKeyIds: [] })
  expect(readFileSync(join(aside, 'strongroom.db'), 'utf8')).toBe('damaged')
  expect(readFileSync(join(aside, 'audit.anchor'))).toEqual(anchor)
  expect(await failures(dataDir)).toEqual([])
  const last = (await folder.data.truth.read('audit')).find(({ kind }) => kind === 'backup.restored')
  expect(JSON.parse(last?.details ?? ''), 'how far the replaced data went').toMatchObject({
    head: '33',
    replacedHead: '34',
  })
})

test('does not restore while the folder is served, nor into a folder of another program', async ({
  backedUp: folder,
}) => {
  const { path, dataDir, backup } = folder
  const before = sumOf(databaseOf(dataDir))
  {
    await using _served = await administer(dataDir).lock()
    expect(await restore(backup, dataDir, '--replace')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is using it'),
    })
  }
  expect(sumOf(databaseOf(dataDir))).toBe(before)
  const other = join(path, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'thesis.txt'), 'mine')
  expect(await restore(backup, other)).toMatchObject({ status: 1, stderr: expect.stringContaining('thesis.txt') })
  expect(readdirSync(other)).toEqual(['thesis.txt'])
  expect(await restore(join(path, 'none.tar'), dataDir, '--replace')).toMatchObject({ status: 1 })
})

test('a restore changes nothing if a bit of the backup is flipped or its end is missing', async ({
  backedUp: folder,
}) => {
  const { path, dataDir, backup } = folder
  const whole = readFileSync(backup)
  const before = sumOf(databaseOf(dataDir))
  const size = whole.length
  const places = {
    header: 3,
    manifest: 700,
    anchorHeader: 1100,
    anchor: 1560,
    database: 5000,
    middle: size / 2,
    sums: size - 1500,
  }
  const bad = join(path, 'bad.tar')
  for (const [what, place] of Object.entries(places)) {
    const flipped = Buffer.from(whole)
    flipped.writeUInt8(flipped.readUInt8(Math.floor(place)) ^ 1, Math.floor(place))
    writeFileSync(bad, flipped)
    expect(await restore(bad, dataDir, '--replace'), what).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('the backup is damaged'),
    })
  }
  for (const left of [0, 100, 5000, size - 2000]) {
    writeFileSync(bad, whole)
    truncateSync(bad, left)
    expect(await restore(bad, dataDir, '--replace'), `${left} bytes`).toMatchObject({ status: 1 })
  }
  expect(sumOf(databaseOf(dataDir))).toBe(before)
  expect(readdirSync(dataDir).filter((name) => /replaced|restoring/.test(name))).toEqual([])
  expect(await restore(backup, dataDir, '--replace'), 'control: the whole one').toMatchObject({ status: 0 })
})

const anyKill =
  'killed right before any %s, a restore loses nothing: the folder is unchanged, refuses to start, or is restored; and it can be run again'
type Kind = readonly [kind: string, least: number]

/** Kills the command at the first, second, third ... step of a kind, until it finishes. */
async function surviveKills(
  [kind, least]: Kind,
  { data, dataDir, backup, path }: Folder & { readonly backup: string },
) {
  await data.tamper.change('custodians', () => true, { name: 'after the backup' })
  const old = sumOf(databaseOf(dataDir))
  const kept = join(path, 'kept')
  const target = join(path, 'target')
  const prepare = () => {
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target, { mode: 0o700 })
    for (const name of ['strongroom.db', 'audit.anchor']) copyFileSync(join(dataDir, name), join(target, name))
    mkdirSync(join(target, 'keys'), { mode: 0o700 })
    copyFileSync(keyFileIn(dataDir), keyFileIn(target))
  }
  const start = (dieAt: string) => {
    prepare()
    return strongroom(['backup', 'restore', backup, '--replace', '--data', target], { dieAt })
  }
  const kills = await killAtEach(kind, start, async () => {
    expect(globSync('{,replaced-*/}strongroom.db', { cwd: target }).map((file) => sumOf(join(target, file)))).toContain(
      old,
    )
    const name = await nameIfItStarts(target, kept)
    expect(['after the backup', 'Custodian 11', null]).toContain(name)
    await restoreBackup({ file: backup, dataDir: target, replace: true, actor: 'test' })
    expect(await failures(target)).toEqual([])
    expect((await dataOf(target).truth.read('custodians'))[0]?.name).toBe('Custodian 11')
  })
  expect(kills).toBeGreaterThanOrEqual(least)
  expect(existsSync(join(target, 'restoring'))).toBe(false)
}

test.for<Kind>([['rename', 3]])(anyKill, { timeout: 600_000 }, (kind, { backedUp }) => surviveKills(kind, backedUp))

test.for<Kind>([
  ['link', 1],
  ['remove', 2],
  ['fsync', 3],
  ['worker-commit', 1],
])(anyKill, { tags: ['long'] }, (kind, { backedUp }) => surviveKills(kind, backedUp))

/** Which data a server would serve from a folder in this state (tried on a copy); null when it refuses, saying why. */
async function nameIfItStarts(dataDir: string, copy: string): Promise<string | null> {
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy)
  for (const name of readdirSync(dataDir))
    if (/^(strongroom|audit)/.test(name)) copyFileSync(join(dataDir, name), join(copy, name))
  try {
    const store = await openDataFolder({ dataDir: copy, keyFile: keyFileIn(dataDir) })
    const [custodian] = await store.listCustodians(null)
    await store.close()
    return custodian?.name ?? 'a new and empty folder'
  } catch (error) {
    expect((error as Error).message).toMatch(/^The data folder cannot be used: /)
    return null
  }
}
