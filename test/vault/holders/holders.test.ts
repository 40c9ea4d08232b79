import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test as plain } from 'vitest'
import { rotateKeyOf } from '../../../server/cli/keys-rotate.ts'
import { holderAt } from '../../../server/vault/holders/holders.ts'
import { KeyError } from '../../../server/vault/key-encryption-key.ts'
import { parseKeyUri } from '../../../server/vault/key-uri.ts'
import { strongroom, strongroomJson } from '../../harness/cli.ts'
import { withStoreOf } from '../../harness/folders.ts'
import { operatorAt } from '../../harness/operator.ts'
import { seed } from '../../harness/seed.ts'
import { startTestServer } from '../../harness/server.ts'
import { awsKms } from './aws-scene.ts'
import { googleKms } from './google-scene.ts'
import type { HolderKind, HolderScene } from './scene.ts'
import { softhsm } from './softhsm-scene.ts'
import { transit } from './transit-scene.ts'

const holderKinds: readonly HolderKind[] = [transit, awsKms, googleKms, softhsm]

const dataKey = randomBytes(32)

const causeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'none'
  } catch (error) {
    if (!(error instanceof KeyError)) throw error
    return error.cause
  }
}

describe.each(holderKinds)('a key held by $name', (kind) => {
  let folder: string
  let scene: HolderScene
  beforeEach(async ({ skip }) => {
    folder = mkdtempSync(join(tmpdir(), 'strongroom-holder-'))
    skip(kind.missing !== null, kind.missing ?? '')
    scene = await kind.start(folder)
    await withStoreOf(dataDir(), seed)
  })
  afterEach(async () => {
    await scene?.[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })

  const newestKey = async () => (await holderAt(parseKeyUri(scene.uri))).newest()
  const keys = () => ({ active: parseKeyUri(scene.uri), next: null, retired: [] })
  const dataDir = () => join(folder, 'data')
  const serve = () => startTestServer({ dataDir: dataDir(), keys: keys() })

  plain('unwraps what it wrapped, for its own place alone', async () => {
    const key = await newestKey()
    const wrapped = await key.wrap(dataKey, 'v1|1|1001|1')
    expect((await key.unwrap(wrapped, 'v1|1|1001|1')).equals(dataKey)).toBe(true)
    expect(Buffer.from(wrapped).includes(dataKey), 'it is wrapped').toBe(false)
    const elsewhere = await key.unwrap(wrapped, 'v1|1|1001|2').catch((error: unknown) => error)
    expect(elsewhere).toBeInstanceOf(Error)
    expect(elsewhere, 'damage, not a fault of the key').not.toBeInstanceOf(KeyError)
    const changed = Buffer.from(wrapped)
    changed[changed.length - 3] = (changed[changed.length - 3] as number) ^ 1
    await expect(key.unwrap(changed, 'v1|1|1001|1')).rejects.not.toBeInstanceOf(KeyError)
  })

  plain('says what is wrong with it, within seconds, and works again afterwards', async () => {
    const key = await newestKey()
    const wrapped = await key.wrap(dataKey, 'place')
    const found: Record<string, string> = {}
    for (const trouble of Object.keys(scene.troubles) as (keyof typeof scene.troubles)[]) {
      if (trouble === 'deleted' || trouble === 'replaced-by-another') continue
      scene.trouble(trouble)
      found[trouble] = await causeOf(key.unwrap(wrapped, 'place'))
      scene.repair()
      expect(await causeOf(key.unwrap(wrapped, 'place')), `after ${trouble}`).toBe('none')
    }
    if (scene.troubles.deleted) {
      scene.trouble('deleted')
      found.deleted = await causeOf(key.unwrap(wrapped, 'place'))
    }
    const { 'replaced-by-another': _, ...expected } = scene.troubles
    expect(found).toEqual(expected)
  })

  plain('seals what a server stores; commands find it, and its secret is in no file and no log', async () => {
    const lines: string[] = []
    {
      await using server = await serve()
      const operator = await operatorAt(server)
      const account = 'one'
      expect((await operator.rotate(await server.credentials('copper', { account }))).status).toBe(200)
      expect((await operator.check()).status).toBe(200)
      expect((await operator.rotate(await server.credentials('copper', { account }))).status).toBe(200)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    }
    const places = ['--data', dataDir(), '--key', scene.uri]
    const listed = (await strongroomJson(['keys', 'list', ...places])) as Record<string, unknown>[]
    expect(listed).toMatchObject([{ role: 'active', credentials: 2, file: null }])
    const { stdout, stderr } = await strongroom(['doctor', '--json', ...places])
    const findings = JSON.parse(stdout).checks as { name: string; status: string; message: string }[]
    expect(findings.filter(({ name }) => name === 'key' || name === 'credentials')).toMatchObject([
      { name: 'key', status: 'ok' },
      { name: 'credentials', status: 'ok' },
    ])
    lines.push(stdout, stderr)
    const entries = readdirSync(dataDir(), { withFileTypes: true }).filter((entry) => entry.isFile())
    const files = entries.map(({ name }) => readFileSync(join(dataDir(), name)).toString('latin1'))
    expect([...lines, ...files].filter((text) => text.includes(scene.secret))).toEqual([])
  })

  plain('a backup is restored and served with the same key, and says which key it misses without it', async () => {
    {
      await using server = await serve()
      const operator = await operatorAt(server)
      expect((await operator.rotate(await server.credentials('copper'))).status).toBe(200)
    }
    const backup = join(folder, 'backup.tar')
    await strongroomJson(['backup', 'create', backup, '--data', dataDir()])
    const restored = join(folder, 'restored')
    const answer = await strongroomJson(['backup', 'restore', backup, '--data', restored, '--key', scene.uri])
    expect(answer).toMatchObject({ missingKeyIds: [] })
    const without = await strongroomJson(['backup', 'inspect', backup, '--data', dataDir()])
    expect(without, 'control').toMatchObject({ missingKeyIds: [expect.any(String)] })
    await using again = await startTestServer({ dataDir: restored, keys: keys() })
    expect((await (await operatorAt(again)).check()).status).toBe(200)
  })

  plain('while it cannot be asked, a server starts and reads, rotates nothing, and recovers by itself', async () => {
    {
      await using _first = await serve()
    }
    scene.trouble('hang-up')
    await using server = await serve()
    const ready = async () => (await fetch(`${server.url}/readyz`)).status
    expect(await ready()).toBe(503)
    const token = await server.token()
    expect((await server.rest(token, '/platform/admin/reports/reserves')).status, 'reading needs no key').toBe(200)
    const operator = await operatorAt(server)
    const refused = await operator.rotate(await server.credentials('copper'))
    expect(refused).toMatchObject({
      status: 503,
      body: { error: { code: 'NotReady', info: ['reason=key-unreachable'] } },
    })
    expect(await operator.rotations()).toEqual([])
    scene.repair()
    await expect.poll(ready).toBe(200)
    expect((await operator.rotate(await server.credentials('copper'))).status).toBe(200)
  })

  plain('when it fails during a rotation, the old credentials stay active and the answer says why', async () => {
    await using server = await serve()
    const operator = await operatorAt(server)
    const account = 'one'
    const first = await server.credentials('copper', { account })
    expect((await operator.rotate(first)).status).toBe(200)
    scene.trouble('busy')
    const refused = await operator.rotate(await server.credentials('copper', { account }))
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'NotReady', changed: 'nothing' } } })
    scene.repair()
    expect((await operator.rotations())[0]).toMatchObject({ outcome: 'failed' })
    expect(await operator.custodian()).toMatchObject({ credentialVersion: 1 })
    expect((await operator.check()).status).toBe(200)
    expect((await operator.rotate(await server.credentials('copper', { account }))).status, 'control').toBe(200)
  })

  plain('a server does not seal with another key of the same name', async () => {
    {
      await using server = await serve()
      expect((await (await operatorAt(server)).rotate(await server.credentials('copper'))).status).toBe(200)
    }
    scene.trouble('replaced-by-another')
    await using server = await serve()
    const operator = await operatorAt(server)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    const refused = await operator.rotate(await server.credentials('copper'))
    expect(refused).toMatchObject({ status: 503, body: { error: { info: ['reason=key-missing'] } } })
  })

  plain('a folder moves from its key file to this key while a server serves, and loses nothing', async () => {
    const file = join(folder, 'kek')
    const account = 'one'
    {
      await using server = await startTestServer({ dataDir: dataDir(), keyFile: file })
      const operator = await operatorAt(server)
      expect((await operator.rotate(await server.credentials('copper', { account }))).status).toBe(200)
    }
    const both = { active: parseKeyUri(`file:${file}`), next: parseKeyUri(scene.uri), retired: [] }
    {
      await using server = await startTestServer({ dataDir: dataDir(), keys: both })
      const operator = await operatorAt(server)
      const { credentials, retired } = await rotateKeyOf({ dataDir: dataDir(), keyFile: file, keys: both })
      expect({ credentials, retired }).toEqual({ credentials: 1, retired: null })
      expect((await operator.check()).status).toBe(200)
      expect((await operator.rotate(await server.credentials('copper', { account }))).status).toBe(200)
    }
    await using server = await serve()
    const operator = await operatorAt(server)
    expect((await operator.check()).status).toBe(200)
    const keyIds = (await server.app.store.countCredentialsByKey()).map(({ keyId }) => keyId)
    expect(keyIds).toEqual([(await newestKey()).id])
  })

  plain('a newer version of the key is used once the keys are rotated', async ({ skip }) => {
    const { makeVersion } = scene
    if (!makeVersion) return skip('it has no versions that a caller sees')
    await using server = await serve()
    const operator = await operatorAt(server)
    const account = 'one'
    expect((await operator.rotate(await server.credentials('copper', { account }))).status).toBe(200)
    const places = { dataDir: dataDir(), keyFile: '', keys: keys() }
    await expect(rotateKeyOf(places), 'there is none yet').rejects.toThrow('is the newest one where it is held')
    makeVersion()
    const { from, to } = await rotateKeyOf(places)
    expect(from).not.toBe(to)
    expect((await operator.check()).status).toBe(200)
    expect((await operator.rotate(await server.credentials('copper', { account }))).status).toBe(200)
    expect((await server.app.store.countCredentialsByKey()).map(({ keyId }) => keyId)).toEqual([to])
  })
})
