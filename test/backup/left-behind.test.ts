import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { removeUnfinished } from '../../desktop/main/local/back-up.ts'
import { assertWritable } from '../../server/platform/writable-folder.ts'
import { strongroom } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-left-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

const moduleUrl = new URL('../../server/platform/writable-folder.ts', import.meta.url).href

/** Tests whether a folder can be written, in a process that is killed while the test file is there to be written. */
const killedWhileTesting = (folder: string) =>
  spawnSync(process.execPath, [
    '--input-type=module',
    '-e',
    `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'
     fs.fsyncSync = () => process.kill(process.pid, 'SIGKILL'); syncBuiltinESMExports()
     const { assertWritable } = await import(${JSON.stringify(moduleUrl)}); assertWritable(${JSON.stringify(folder)})`,
  ])

test('a kill during the write test of the folder leaves nothing behind', () => {
  const folder = newFolder()
  expect(killedWhileTesting(folder).signal).toBe('SIGKILL')
  expect(readdirSync(folder)).toEqual([])
})

test('test files that earlier versions left behind are removed, and nothing else', () => {
  const folder = newFolder()
  for (const name of ['.write-test-4711', '.write-test-mine', 'write-test-4711']) writeFileSync(join(folder, name), '')
  assertWritable(folder)
  expect(readdirSync(folder).sort()).toEqual(['.write-test-mine', 'write-test-4711'])
})

const create = (target: string, dataDir: string) => strongroom(['backup', 'create', target, '--data', dataDir])

test('a backup removes the folder of a killed one, and no other of that name', async ({ folder }) => {
  const target = join(folder.path, 'b.tar')
  const making = `${target}.making`
  mkdirSync(making)
  writeFileSync(join(making, 'strongroom.db-journal'), 'half')
  writeFileSync(join(making, 'notes.txt'), 'mine')
  const refused = await create(target, folder.dataDir)
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('Move it away, or choose another file.') })
  await removeUnfinished(target)
  expect(readFileSync(join(making, 'notes.txt'), 'utf8')).toBe('mine')
  rmSync(join(making, 'notes.txt'))
  expect(await create(target, folder.dataDir)).toMatchObject({ status: 0 })
  expect(existsSync(making)).toBe(false)
})

test('a backup is not created in a folder named by a planted link', async ({ folder }) => {
  const target = join(folder.path, 'b.tar')
  const elsewhere = newFolder()
  writeFileSync(join(elsewhere, 'strongroom.db'), 'mine')
  symlinkSync(elsewhere, `${target}.making`)
  expect(await create(target, folder.dataDir)).toMatchObject({ status: 1 })
  await removeUnfinished(target)
  expect(readFileSync(join(elsewhere, 'strongroom.db'), 'utf8')).toBe('mine')
})
