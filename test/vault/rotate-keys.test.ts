import { chmodSync, copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { rotateKeyOf } from '../../server/cli/keys-rotate.ts'
import { configOf, keyFileIn } from '../../server/config.ts'
import { administer } from '../../server/data-folder.ts'
import { examineFolder } from '../../server/doctor/examine-folder.ts'
import { serveFolder } from '../../server/serving.ts'
import { type LocalKey, readKeyFile } from '../../server/vault/key-file.ts'
import { nextKeyFile, readKeyRing } from '../../server/vault/key-ring.ts'
import type { KeySet } from '../../server/vault/key-set.ts'
import { killAtEach, strongroom } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'
import { type Folder, keyOf } from '../harness/folders.ts'
import { operatorAt } from '../harness/operator.ts'
import { startTestServer } from '../harness/server.ts'
import { dataOf } from '../store/engines.ts'
import type { Facts } from '../store/facts.ts'
import { addCredentials, openAll } from './many-credentials.ts'

/** More than two batches of a rotation. */
const manyCredentials = 1_100

const rotate = (dataDir: string, dieAt?: string) =>
  strongroom(['keys', 'rotate', '--data', dataDir, '--json'], dieAt ? { dieAt } : {})

const serve = (dataDir: string) => serveFolder(configOf({ dataDir, port: 0, logLevel: 'silent' }))

const only = (key: LocalKey): Pick<KeySet, 'find' | 'reload'> => ({
  find: (keyId) => (keyId === key.id ? { role: 'active', key } : null),
  reload: () => {},
})

const isThird = ({ custodianId }: { readonly custodianId: string }) => custodianId === '1003'

const keysOf = async (dataDir: string) =>
  JSON.parse((await strongroom(['keys', 'list', '--data', dataDir, '--json'])).stdout) as Record<string, unknown>[]

const recordsOf = async (dataDir: string) => {
  await using inspection = await administer(dataDir).inspect()
  return (await Array.fromAsync(inspection.auditLinks({ kind: 'keys.rotated' }))).map(({ details }) =>
    JSON.parse(details),
  )
}

const failures = async (dataDir: string) =>
  (await Array.fromAsync(examineFolder(keyOf(dataDir)))).filter(({ status }) => status === 'fail')

test('a key rotation wraps all credentials with a new key, keeps the old one, and is audited', async ({ folder }) => {
  const { dataDir } = folder
  const before = await openAll(dataDir)
  const old = readKeyFile(keyFileIn(dataDir))
  const { status, stdout } = await rotate(dataDir)
  const { from, to, credentials, retired } = JSON.parse(stdout)
  expect({ status, from, credentials }).toEqual({ status: 0, from: old.id, credentials: before.size })
  expect(to).not.toBe(old.id)
  expect(await openAll(dataDir, only(readKeyFile(keyFileIn(dataDir))))).toEqual(before)
  await expect(openAll(dataDir, only(old)), 'control: the old key opens none').rejects.toThrow(to)
  expect(await keysOf(dataDir)).toEqual([
    { keyId: to, role: 'active', credentials: 16, file: keyFileIn(dataDir), mode: '0400' },
    { keyId: from, role: 'retired', credentials: 0, file: retired, mode: '0400' },
  ])
  expect(await recordsOf(dataDir)).toEqual([{ from, to }])
  expect(await failures(dataDir)).toEqual([])
})

const anyKill = 'killed right before any %s, a key rotation loses no credentials, and the next call finishes it'

type Kind = readonly [kind: string, least: number]

/** Kills the command at the first, second, third ... step of a kind, until it finishes. */
async function surviveKills([kind, least]: Kind, { dataDir }: Folder) {
  await addCredentials(dataDir, manyCredentials)
  const before = await openAll(dataDir)
  const kills = await killAtEach(
    kind,
    (dieAt) => rotate(dataDir, dieAt),
    async () => {
      expect(await openAll(dataDir)).toEqual(before)
      const wasUnfinished = existsSync(nextKeyFile(keyFileIn(dataDir)))
      const recorded = (await recordsOf(dataDir)).length
      await rotateKeyOf(keyOf(dataDir))
      expect(await openAll(dataDir, only(readKeyFile(keyFileIn(dataDir))))).toEqual(before)
      expect((await recordsOf(dataDir)).length - recorded).toBeLessThanOrEqual(wasUnfinished ? 1 : 2)
      expect(readdirSync(dirname(keyFileIn(dataDir))).filter((name) => /next|draft/.test(name))).toEqual([])
    },
  )
  expect(kills).toBeGreaterThanOrEqual(least)
  const tos = (await recordsOf(dataDir)).map(({ to }) => to)
  expect(new Set(tos).size, 'each rotation is reported once').toBe(tos.length)
  expect(tos.at(-1)).toBe(readKeyFile(keyFileIn(dataDir)).id)
  expect(await failures(dataDir)).toEqual([])
}

test.for<Kind>([['worker-commit', 4]])(anyKill, { timeout: 600_000 }, (kind, { folder }) => surviveKills(kind, folder))

test.for<Kind>([
  // What is killed, and how often the rotation does it: a kind that is not met at all proves nothing.
  ['write', 1],
  ['link', 2],
  ['remove', 2],
  ['fsync', 4],
  ['rename', 1],
  ['worker-fsync', 1],
])(anyKill, { tags: ['long'] }, (kind, { folder }) => surviveKills(kind, folder))

test('a server that starts after a killed key rotation opens all credentials with both keys, and so does the next rotation', async ({
  folder,
}) => {
  const { dataDir } = folder
  await addCredentials(dataDir, manyCredentials)
  const before = await openAll(dataDir)
  expect((await rotate(dataDir, 'worker-commit:5')).signal).toBe('SIGKILL')
  expect((await keysOf(dataDir)).map(({ role, credentials }) => `${role} ${credentials}`)).toEqual([
    'active 116',
    'next 1000',
  ])
  const key = (await Array.fromAsync(examineFolder(keyOf(dataDir)))).find(({ name }) => name === 'key')
  expect(key).toMatchObject({ status: 'warn', message: expect.stringContaining('unfinished') })
  {
    await using _server = await startTestServer({ dataDir })
  }
  const { activeKey } = readKeyRing(keyFileIn(dataDir))
  await expect(openAll(dataDir, only(activeKey)), 'control: one key does not do').rejects.toThrow('no key file holds')
  expect(await rotate(dataDir)).toMatchObject({ status: 0 })
  expect(await openAll(dataDir, only(readKeyFile(keyFileIn(dataDir))))).toEqual(before)
})

test('a key is rotated while a server rotates credentials, which it stores under one key or the other, and loses none', async ({
  folder,
}) => {
  const { dataDir } = folder
  await addCredentials(dataDir, manyCredentials)
  const before = await openAll(dataDir)
  const old = readKeyFile(keyFileIn(dataDir))
  await using server = await startTestServer({ dataDir })
  const operator = await operatorAt(server)
  const account = 'one of many'
  const states: number[] = []
  let isRotating = true
  const rotating = (async () => {
    while (isRotating) {
      const { status } = await operator.rotate(await server.credentials('copper', { account }))
      states.push(status)
    }
  })()
  const { status } = await rotate(dataDir)
  isRotating = false
  await rotating
  const later = await operator.rotate(await server.credentials('copper', { account }))
  expect({ status, later: later.status, states: [...new Set(states)] }).toEqual({
    status: 0,
    later: 200,
    states: [200],
  })
  const now = await openAll(dataDir, only(readKeyFile(keyFileIn(dataDir))))
  expect([...before].filter(([place, print]) => now.get(place) !== print)).toEqual([])
  expect(now.size).toBe(before.size + states.length + 1)
  await expect(openAll(dataDir, only(old)), 'control: the old key opens none').rejects.toThrow()
  expect(await recordsOf(dataDir)).toHaveLength(1)
})

test('a server that cannot use the new key keeps the old one active', async ({ folder }) => {
  const { dataDir } = folder
  const copy = join(folder.path, 'copy-of-kek')
  copyFileSync(keyFileIn(dataDir), copy)
  const before = await openAll(dataDir)
  {
    await using _server = await startTestServer({ dataDir, keyFile: copy })
    expect(await rotate(dataDir)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('the server that is using it cannot use the new key'),
    })
  }
  expect(await openAll(dataDir, only(readKeyFile(copy))), 'all under the old key').toEqual(before)
  expect(await recordsOf(dataDir)).toEqual([])
  expect(await rotate(dataDir), 'control: the same without that server').toMatchObject({ status: 0 })
})

test('no two rotations of the key run at once', async ({ folder }) => {
  const { dataDir } = folder
  {
    await using _rotating = await administer(dataDir).lockKeys()
    expect(await rotate(dataDir)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('another process is rotating its keys'),
    })
  }
  expect(existsSync(nextKeyFile(keyFileIn(dataDir)))).toBe(false)
  expect(await rotate(dataDir), 'control').toMatchObject({ status: 0 })
})

test('credentials that were sealed under a key that was replaced meanwhile are sealed again', async ({ folder }) => {
  const { dataDir } = folder
  await using server = await startTestServer({ dataDir })
  const operator = await operatorAt(server)
  await rotateKeyOf(keyOf(dataDir))
  const { store } = server.app
  const [active] = (await store.listKeys()).filter(({ state }) => state === 'active')
  // The server looks every second, so it may still seal under the old key.
  expect((await operator.rotate(await server.credentials('copper'))).status).toBe(200)
  const keyIds = (await store.countCredentialsByKey()).map(({ keyId }) => keyId)
  expect(keyIds).toEqual([active?.keyId])
})

test('a retired key that the database names as active is not used, and the next start names the right one', async ({
  folder,
}) => {
  const { dataDir, data } = folder
  const { from, to } = await rotateKeyOf(keyOf(dataDir))
  await data.tamper.change('keys', ({ keyId }) => keyId === to, { state: 'next' })
  await data.tamper.change('keys', ({ keyId }) => keyId === from, { state: 'active' })
  await data.tamper.change('keys', ({ keyId }) => keyId === to, { state: 'retired' })
  await using server = await startTestServer({ dataDir })
  const activeNow = async () => (await server.app.store.listKeys()).find(({ state }) => state === 'active')?.keyId
  expect(await activeNow()).toBe(to)
  await data.tamper.change('keys', ({ keyId }) => keyId === to, { state: 'retired' })
  await data.tamper.change('keys', ({ keyId }) => keyId === from, { state: 'active' })
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503)
  const operator = await operatorAt(server)
  const refused = await operator.rotate(await server.credentials('copper'))
  expect(refused).toMatchObject({ status: 503, body: { error: { info: ['reason=key-replaced'] } } })
  expect((await server.app.store.countCredentialsByKey()).map(({ keyId }) => keyId)).toEqual([to])
})

test('a server refuses credentials that no key file can open, and a key readable by others', async ({ folder }) => {
  const { dataDir } = folder
  const keyFile = keyFileIn(dataDir)
  chmodSync(keyFile, 0o440)
  await expect(serve(dataDir)).rejects.toThrow('its key file permissions are too open')
  chmodSync(keyFile, 0o400)
  await dataOf(dataDir).tamper.change('credentials', isThird, { keyId: '0123456789abcdef' })
  await expect(serve(dataDir)).rejects.toThrow('2 of its stored credentials are wrapped by key 0123456789abcdef')
  rmSync(keyFile)
  await expect(serve(dataDir)).rejects.toThrow('its key file is missing')
})

test('damaged credentials stop the key rotation with their custodian, and nothing is lost', async ({ folder }) => {
  const { dataDir } = folder
  const { tamper } = dataOf(dataDir)
  const isLatest = (row: Facts['credentials']) => isThird(row) && row.version === 2
  await tamper.change('credentials', isLatest, { wrappedKey: Buffer.alloc(60) })
  expect(await rotate(dataDir)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('version 2 of the credentials of custodian 1003 is damaged'),
  })
  await tamper.remove('credentials', isThird)
  expect(await rotate(dataDir)).toMatchObject({ status: 0 })
  expect((await openAll(dataDir)).size).toBe(14)
})

test('the first start creates a key file with mode 0400 and prints its path', async ({ folder }) => {
  const dataDir = `${folder.path}/new`
  const args = ['token', 'create', '--name', 'first', '--all', '--data', dataDir]
  const first = await strongroom(args)
  expect(first).toMatchObject({ status: 0, stderr: expect.stringContaining(keyFileIn(dataDir)) })
  expect(statSync(keyFileIn(dataDir)).mode & 0o777).toBe(0o400)
  const second = await strongroom(args)
  expect(second.stderr, 'control: only the first').not.toContain(keyFileIn(dataDir))
})
