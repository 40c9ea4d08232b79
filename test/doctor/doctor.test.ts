import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { keyFileIn } from '../../server/config.ts'
import { administer } from '../../server/data-folder.ts'
import type { TokenRecord } from '../../server/store/records.ts'
import { strongroom } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'
import { manyCustodians, withStoreOf } from '../harness/folders.ts'
import { id } from '../harness/seed.ts'
import { findings, named } from './findings.ts'

test('doctor passes an untouched folder, with a warning only about the key in it', async ({ folder }) => {
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
    'ok credentials',
    'ok totals',
    'ok open',
  ])
  for (const { status, nextStep } of all) expect(nextStep === null).toBe(status === 'ok')
  const elsewhere = join(folder.path, 'kek')
  copyFileSync(keyFileIn(folder.dataDir), elsewhere)
  const [key] = (await findings(folder.dataDir, elsewhere)).filter(({ name }) => name === 'key')
  expect(key?.status).toBe('ok')
})

test("a file that does not belong to the folder's owner fails", async ({ folder, skip }) => {
  skip(process.getuid?.() !== 0, 'root alone gives a file away')
  for (const file of folder.data.files()) chownSync(file, 4242, 4242)
  expect(await named(folder.dataDir, 'folder')).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('does not belong to the owner'),
  })
})

test('doctor warns about a writable key and a folder readable by others', async ({ folder }) => {
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

test('doctor reports whether the folder is served, and warns about work that no server will finish', async ({
  folder,
}) => {
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
  expect((await named(dataDir, 'serving'))?.message).toContain('a server is using the data')
  expect((await named(dataDir, 'open'))?.status).toBe('ok')
})

test('doctor changes no byte of the folder', async ({ folder }) => {
  const files = readdirSync(folder.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  expect(files).toContain(keyFileIn(folder.dataDir))
  const before = files.map((file) => readFileSync(file))
  await findings(folder.dataDir)
  expect(files.map((file, place) => readFileSync(file).equals(before[place] as Buffer))).toEqual(files.map(() => true))
})

test('doctor exits with 0 if nothing fails and with 1 otherwise; --json is one value', async ({ folder }) => {
  const args = ['doctor', '--data', folder.dataDir]
  const well = await strongroom(args)
  expect(well.status).toBe(0)
  expect(well.stdout).toMatch(/^ok {4}audit {7}33 records are intact/m)
  await folder.data.tamper.removeAnchor()
  const { status, stdout } = await strongroom([...args, '--json'])
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    checks: expect.arrayContaining([expect.objectContaining({ name: 'anchor', status: 'fail' })]),
  })
  mkdirSync(join(folder.path, 'empty'))
  expect(await strongroom(['doctor', '--data', join(folder.path, 'empty')])).toMatchObject({ status: 1 })
  expect(await strongroom(['doctor', '--data', join(folder.path, 'nothing')])).toMatchObject({ status: 1 })
})
