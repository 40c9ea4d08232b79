import { execFileSync, spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importFiles } from '../../server/import/import-files.ts'
import { strongroom } from '../harness/cli.ts'
import { csv, type ImportScene, openImportScene, refusedIn } from './import-scene.ts'

let desk: ImportScene
let file: string
let rejected: string
let victim: string

beforeEach(async () => {
  desk = await openImportScene()
  file = desk.write('tenants.csv', csv('tenantId,name', '1,One', 'x,Two'))
  rejected = `${file}.rejected.ndjson`
  victim = desk.write('victim', 'mine')
})
afterEach(() => desk[Symbol.asyncDispose]())

/** An earlier import's, of one line. */
const earlier = '{"line":9,"reason":"old","raw":"old"}\n'

function plantAnothers(): void {
  writeFileSync(rejected, earlier)
  chownSync(rejected, 65_534, 65_534)
}

const plants: Readonly<Record<string, readonly [plant: () => void, cause: string]>> = {
  'a link to a file': [() => symlinkSync(victim, rejected), 'it is a link'],
  'a link to nothing': [() => symlinkSync(desk.at('nothing'), rejected), 'it is a link'],
  'a link to a file of refused lines': [() => symlinkSync(desk.write('elsewhere', earlier), rejected), 'it is a link'],
  'a second name of a file': [
    () => linkSync(desk.write('elsewhere', earlier), rejected),
    'it has more than one hard link',
  ],
  'a pipe': [() => execFileSync('mkfifo', [rejected]), 'it is not a regular file'],
  'a folder': [() => mkdirSync(rejected), 'it is a folder'],
  'a file of other content': [() => writeFileSync(rejected, 'my notes'), 'it was not written by an import'],
  ...(process.getuid?.() === 0 && { 'a file of another user': [plantAnothers, 'it belongs to another user'] }),
}
test.each(Object.entries(plants))(
  '%s is neither followed nor removed, and nothing is imported',
  async (_, [plant, cause]) => {
    plant()
    const before = lstatSync(rejected)
    const entries = readdirSync(desk.path)
    const tables = await desk.data.truth.everything()
    await expect(importFiles(desk.store, [file])).rejects.toThrow(
      `cannot write rejected lines to ${rejected}: ${cause}; nothing was imported`,
    )
    expect([lstatSync(rejected).ino, readdirSync(desk.path)]).toEqual([before.ino, entries])
    expect(readFileSync(victim, 'utf8')).toBe('mine')
    expect(existsSync(desk.at('nothing'))).toBe(false)
    expect(await desk.data.truth.everything()).toEqual(tables)
  },
)

test('import reports an unusable path for refused lines in one line, before it creates a data folder', async () => {
  symlinkSync(victim, rejected)
  const { status, stderr } = await strongroom(['import', file, '--data', desk.at('other')])
  expect([status, stderr.split('\n').length]).toEqual([1, 2])
  expect(stderr).toContain('it is a link; nothing was imported. Move it away, then import again.')
  expect(existsSync(desk.at('other'))).toBe(false)
})

test('refused lines of an earlier or killed import are replaced', async () => {
  writeFileSync(rejected, earlier)
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  writeFileSync(`${rejected}.${gone}.part`, earlier)
  writeFileSync(`${rejected}.1.part`, earlier)
  writeFileSync(`${rejected}.notes.part`, 'my notes')
  await importFiles(desk.store, [file])
  expect(refusedIn(file).map(({ line }) => line)).toEqual([3])
  expect(statSync(rejected).mode & 0o777).toBe(0o600)
  expect(readdirSync(desk.path).filter((name) => name.endsWith('.part'))).toEqual([
    'tenants.csv.rejected.ndjson.1.part', // of a process that runs
    'tenants.csv.rejected.ndjson.notes.part',
  ])
})

test('a link that is planted while the import runs is replaced, not followed', async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `x${at},Two`)
  desk.write('tenants.csv', csv('tenantId,name', ...lines))
  let isPlanted = false
  const onProgress = () => {
    if (isPlanted) return
    isPlanted = true
    symlinkSync(victim, rejected)
  }
  const [result] = await importFiles(desk.store, [file], { onProgress })
  expect([isPlanted, result?.refused, result?.rejectedFile]).toEqual([true, 20_000, rejected])
  expect([lstatSync(rejected).isFile(), refusedIn(file).length]).toEqual([true, 20_000])
  expect(readFileSync(victim, 'utf8')).toBe('mine')
})

test('a folder planted while the import runs leaves the refused lines under another name', async () => {
  let isPlanted = false
  const onProgress = () => {
    if (!isPlanted) mkdirSync(rejected)
    isPlanted = true
  }
  const [result] = await importFiles(desk.store, [file], { onProgress })
  expect(result?.rejectedFile).toBe(`${rejected}.${process.pid}.part`)
  expect(JSON.parse(readFileSync(result?.rejectedFile as string, 'utf8'))).toMatchObject({ line: 3, raw: 'x,Two' })
})

test('a link at the name of the draft stops the import before the link is written through', async () => {
  symlinkSync(victim, `${rejected}.${process.pid}.part`)
  await expect(importFiles(desk.store, [file])).rejects.toThrow('EEXIST')
  expect(readFileSync(victim, 'utf8')).toBe('mine')
})

test('a pipe given as an import file is refused instead of waited for', async () => {
  execFileSync('mkfifo', [desk.at('pipe.csv')])
  await expect(importFiles(desk.store, [desk.at('pipe.csv')])).rejects.toThrow(
    'it is neither a regular file nor a link to one',
  )
})
