import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createKeyFile, readKeyFile } from '../../server/vault/key-file.ts'
import { nextKeyFile } from '../../server/vault/key-ring.ts'
import { killAtEach, strongroom } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { brokenInvariants } from '../store/contract/invariants.ts'
import { noPostgres } from '../store/postgres/programs.ts'
import { type ClusterScene, type ClusterServer, setCluster } from './scene.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

type Machine = { readonly keyFile: string; readonly server: ClusterServer }

/** Two servers, each with a key file of its own that has the same key. */
type Machines = AsyncDisposable & {
  readonly scene: ClusterScene
  readonly one: Machine
  readonly other: Machine
  rotateKey(machine: Machine, dieAt?: string): ReturnType<typeof strongroom>
  /** The statuses of a rotation of credentials on each. */
  rotateOnBoth(): Promise<readonly number[]>
}

async function startMachines(): Promise<Machines> {
  await using made = new AsyncDisposableStack()
  const folder = made.use(await temporaryFolder())
  const scene = made.use(await setCluster())
  const token = await scene.token()
  const keyFileOf = (name: string) => join(folder.path, name, 'kek')
  const start = async (name: string): Promise<Machine> => {
    const keyFile = keyFileOf(name)
    await mkdir(dirname(keyFile), { mode: 0o700 })
    if (name === 'one') createKeyFile(keyFile)
    else copyFileSync(keyFileOf('one'), keyFile)
    return { keyFile, server: made.use(await scene.start(name, '--key-file', keyFile)) }
  }
  const one = await start('one')
  const other = await start('other')
  const owned = made.move()
  return {
    scene,
    one,
    other,
    rotateKey: ({ keyFile }, dieAt) =>
      strongroom(
        [
          'keys',
          'rotate',
          ...scene.optionsOf(keyFile === one.keyFile ? 'one' : 'other'),
          '--key-file',
          keyFile,
          '--json',
        ],
        dieAt === undefined ? {} : { dieAt },
      ),
    rotateOnBoth: async () => [
      await one.server.rotate(token, await scene.credentials()),
      await other.server.rotate(token, await scene.credentials()),
    ],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const activeIn = async ({ data }: ClusterScene) =>
  (await data.truth.read('keys')).find(({ state }) => state === 'active')?.keyId

describe('the key of two servers on one database', () => {
  test('is rotated once each of them has the new one, which go on all the time', async () => {
    await using machines = await startMachines()
    const { scene, one, other, rotateKey, rotateOnBoth } = machines
    expect(await rotateOnBoth()).toEqual([200, 200])
    const old = readKeyFile(one.keyFile).id

    const refused = await rotateKey(one)
    expect(refused.status).toBe(1)
    const next = readKeyFile(nextKeyFile(one.keyFile)).id
    const without = `1 of its servers cannot use the new key (${next}), so the old one stays active: ${hostname()}:${other.server.pid}.`
    expect(refused.stderr).toContain(without)
    expect(await activeIn(scene)).toBe(old)
    expect(await rotateOnBoth(), 'the old key seals').toEqual([200, 200])

    copyFileSync(nextKeyFile(one.keyFile), nextKeyFile(other.keyFile))
    const rotated = await rotateKey(one)
    expect(rotated.status, rotated.stderr).toBe(0)
    expect(JSON.parse(rotated.stdout)).toMatchObject({ from: old, to: next })
    expect(await rotateOnBoth()).toEqual([200, 200])
    const keys = new Set((await scene.data.truth.read('credentials')).map(({ keyId }) => keyId))
    expect(keys).toEqual(new Set([next]))

    const finished = await rotateKey(other)
    expect(finished.status, finished.stderr).toBe(0)
    expect(readFileSync(other.keyFile)).toEqual(readFileSync(one.keyFile))
    expect(existsSync(nextKeyFile(other.keyFile))).toBe(false)
    expect(await activeIn(scene), 'its files alone got other names').toBe(next)
    expect(await rotateOnBoth()).toEqual([200, 200])
    expect(await brokenInvariants(scene.data.truth)).toEqual([])
  })

  test('survives a kill of the rotation before each commit, which the next call finishes', async () => {
    await using machines = await startMachines()
    const { scene, one, other, rotateKey, rotateOnBoth } = machines
    expect(await rotateOnBoth()).toEqual([200, 200])
    const old = readKeyFile(one.keyFile).id
    const active = new Set<string | undefined>()
    const kills = await killAtEach(
      'commit',
      (dieAt) => rotateKey(one, dieAt),
      async () => {
        if (existsSync(nextKeyFile(one.keyFile))) copyFileSync(nextKeyFile(one.keyFile), nextKeyFile(other.keyFile))
        active.add(await activeIn(scene))
        expect(await rotateOnBoth()).toEqual([200, 200])
        expect(await brokenInvariants(scene.data.truth)).toEqual([])
      },
    )
    expect(kills).toBeGreaterThanOrEqual(2)
    const { id } = readKeyFile(one.keyFile)
    expect(active, 'control: kills came while the old one was active').toContain(old)
    expect(await activeIn(scene)).toBe(id)
    expect((await scene.data.truth.read('credentials')).filter(({ keyId }) => keyId !== id)).toEqual([])
  })

  test('makes a server that does not have it not ready, until it has the active one again', async () => {
    await using machines = await startMachines()
    const { scene, one } = machines
    const readiness = async () => {
      const answer = await fetch(`${one.server.url}/readyz`)
      return `${answer.status} ${await answer.text()}`
    }
    expect(await readiness()).toMatch(/^200 /)
    const { id } = readKeyFile(one.keyFile)
    const set = (keyId: string, state: string) =>
      scene.data.tamper.change('keys', (key) => key.keyId === keyId, { state })
    await set(id, 'retired')
    await scene.data.tamper.add('keys', [{ keyId: 'stranger', state: 'active', fingerprintRoot: null, heldAt: null }])
    await expect.poll(readiness).toMatch(/^503 .*key-missing/)
    await set('stranger', 'retired')
    await set(id, 'active')
    await expect.poll(readiness).toMatch(/^200 /)
  })
})
