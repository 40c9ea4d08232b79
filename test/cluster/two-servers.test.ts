import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { custodians } from '../harness/seed.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { brokenInvariants } from '../store/contract/invariants.ts'
import { noPostgres } from '../store/postgres/programs.ts'
import { type ClusterScene, type ClusterServer, setCluster } from './scene.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

const rotations = `/platform/admin/custodians/${custodians.copper}/rotations`
const wallets = `/tenant/1/custodians/${custodians.copper}/wallets`

describe('two servers of the command line on one database', () => {
  const open = new AsyncDisposableStack()
  let scene: ClusterScene
  let one: ClusterServer
  let other: ClusterServer
  let token: string
  beforeAll(async () => {
    if (noPostgres !== null) return
    scene = open.use(await setCluster())
    token = await scene.token()
    one = open.use(await scene.start('one'))
    other = open.use(await scene.start('other'))
  })
  afterAll(() => open[Symbol.asyncDispose]())

  const openRotations = async () => (await scene.data.truth.read('rotations')).filter(({ outcome }) => outcome === null)
  const versionNow = async () =>
    (await scene.data.truth.read('custodians')).find(({ custodianId }) => custodianId === custodians.copper)?.version

  test('what is rotated on one is read on the other', async () => {
    expect(await one.rotate(token, await scene.credentials())).toBe(200)
    const answer = await (await other.fetch(rotations, token)).json()
    expect(answer).toMatchObject({ value: [{ outcome: 'stored' }] })
    expect(await versionNow()).toBe(1)
  })

  test('a token that is revoked on one is refused by the other at its next request', async () => {
    for (let round = 0; round < 5; round += 1) {
      const revoked = await scene.token()
      const { value } = (await (await other.fetch('/platform/admin/tokens', token)).json()) as {
        value: { id: number }[]
      }
      for (let use = 0; use < 3; use += 1) expect((await other.fetch(wallets, revoked)).status, 'control').toBe(200)
      const path = `/platform/admin/tokens/${value.at(-1)?.id}/revoke`
      expect((await one.fetch(path, token, { method: 'POST', body: '{"reason":"test"}' })).status).toBe(200)
      expect((await other.fetch(wallets, revoked)).status).toBe(401)
    }
  })

  test('rotations of one custodian at both at once: each success is one version', async () => {
    const before = (await versionNow()) ?? 0
    const offers = await Array.fromAsync({ length: 12 }, () => scene.credentials())
    const statuses = await Promise.all(offers.map((offer, place) => [one, other][place % 2]?.rotate(token, offer)))
    const stored = statuses.filter((status) => status === 200).length
    expect(stored).toBeGreaterThan(0)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect(await versionNow()).toBe(before + stored)
    expect(await brokenInvariants(scene.data.truth)).toEqual([])
  })

  test('what a killed server has open is ended by the other, and the custodian rotates again', async () => {
    await using doomed = await scene.start('doomed')
    const before = await versionNow()
    const lost = doomed.rotate(token, await scene.credentials('hang')).catch(() => 'no answer')
    await scene.data.truth.until('rotations', ({ outcome, stage }) => outcome === null && stage === 'sent')
    await doomed.stop('SIGKILL')
    expect(await lost).toBe('no answer')
    expect(await openRotations(), 'control: it was open when its server was killed').toHaveLength(1)
    await expect.poll(openRotations, { timeout: 60_000 }).toEqual([])
    expect(await versionNow()).toBe(before)
    expect(await other.rotate(token, await scene.credentials())).toBe(200)
    expect(await brokenInvariants(scene.data.truth)).toEqual([])
  })

  test('a server that stood still for longer than its lease breaks nothing when it goes on', async () => {
    await using still = await scene.start('still')
    const before = (await versionNow()) ?? 0
    const late = still.rotate(token, await scene.credentials('slow-headers'))
    await scene.data.truth.until('rotations', ({ outcome, stage }) => outcome === null && stage === 'sent')
    process.kill(still.pid, 'SIGSTOP')
    try {
      await expect.poll(openRotations, { timeout: 60_000 }).toEqual([])
      expect(await other.rotate(token, await scene.credentials())).toBe(200)
    } finally {
      process.kill(still.pid, 'SIGCONT')
    }
    expect(await late).not.toBe(200)
    expect(await versionNow()).toBe(before + 1)
    const again = async () => still.rotate(token, await scene.credentials())
    await expect.poll(again, { message: 'it goes on as a new server', timeout: 60_000 }).toBe(200)
    expect(await brokenInvariants(scene.data.truth)).toEqual([])
  })

  test('a server with another key is refused, and takes the key from none of the others', async () => {
    await using folder = await temporaryFolder()
    const options = ['--port', '0', '--key-file', join(folder.path, 'own-kek')]
    const { status, stderr } = await scene.run('stranger', 'serve', ...options)
    expect(status).toBe(1)
    expect(stderr).toMatch(/its active key \w+ is not in .*own-kek\. Copy the key file of a server/)
    expect(await one.rotate(token, await scene.credentials())).toBe(200)
  })

  test('the folder of a server, with its last record, is not used by another', async () => {
    const { status, stderr } = await scene.run('one', 'serve', '--port', '0')
    expect(status).toBe(1)
    expect(stderr).toContain('another Strongroom server is using it')
  })
})
