import { globSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { custodians } from '../harness/seed.ts'
import { brokenInvariants } from '../store/contract/invariants.ts'
import { noPostgres } from '../store/postgres/programs.ts'
import { type ClusterScene, type ClusterServer, setCluster } from './scene.ts'

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
const problem =
  noPostgres ?? (library ? null : "Debian's faketime, which sets the clock of a process, is not installed")

beforeEach(({ skip }) => skip(problem !== null, problem ?? undefined))

const hour = 3_600_000
const wallets = `/tenant/1/custodians/${custodians.copper}/wallets`

describe('servers whose clocks are an hour ahead of that of the database, and an hour behind it', () => {
  const open = new AsyncDisposableStack()
  let scene: ClusterScene
  let ahead: ClusterServer
  let behind: ClusterServer
  let token: string
  beforeAll(async () => {
    if (problem !== null) return
    scene = open.use(await setCluster())
    token = await scene.token()
    const startAt = async (offset: string, name: string) =>
      open.use(await scene.startIn({ LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' }, name))
    ahead = await startAt('+1h', 'ahead')
    behind = await startAt('-1h', 'behind')
  })
  afterAll(() => open[Symbol.asyncDispose]())

  const clockOf = async ({ url }: ClusterServer) => Date.parse((await fetch(`${url}/livez`)).headers.get('date') ?? '')
  const tokenUntil = async (expiresAt: number) => {
    const body = JSON.stringify({
      name: `until ${expiresAt}`,
      tenantId: null,
      permissions: ['wallets:read'],
      expiresAt: new Date(expiresAt).toISOString(),
    })
    const answer = await behind.fetch('/platform/admin/tokens', token, { method: 'POST', body })
    const { value } = (await answer.json()) as { value: { token: string } }
    expect(answer.status).toBe(201)
    return value.token
  }

  test('control: their clocks are', async () => {
    expect(Math.abs((await clockOf(ahead)) - Date.now() - hour)).toBeLessThan(hour / 10)
    expect(Math.abs((await clockOf(behind)) - Date.now() + hour)).toBeLessThan(hour / 10)
  })

  test('a token expires on both when it does by the clock of the database', async () => {
    const valid = await tokenUntil(Date.now() + hour / 2)
    for (const server of [ahead, behind]) expect((await server.fetch(wallets, valid)).status).toBe(200)
    const short = await tokenUntil(Date.now() + 5_000)
    for (const server of [ahead, behind])
      await expect.poll(async () => (await server.fetch(wallets, short)).status, { timeout: 60_000 }).toBe(401)
  })

  test('rotations on both are listed in the order in which they were, and the audit has one time', async () => {
    for (const server of [ahead, behind, ahead, behind])
      expect(await server.rotate(token, await scene.credentials())).toBe(200)
    const path = `/platform/admin/custodians/${custodians.copper}/rotations`
    const { value } = (await (await behind.fetch(path, token)).json()) as { value: { credentialVersion: number }[] }
    expect(value.map(({ credentialVersion }) => credentialVersion)).toEqual([3, 2, 1, 0])
    for (const { at } of await scene.data.truth.read('audit')) expect(Math.abs(at - Date.now())).toBeLessThan(hour / 4)
    expect(await brokenInvariants(scene.data.truth)).toEqual([])
  })

  test('what one refused counts at the other', async () => {
    const refused = await scene.credentials('wrong-signature')
    const statuses = []
    for (const server of [ahead, ahead, ahead, behind]) statuses.push(await server.rotate(token, refused))
    expect(statuses.slice(0, 3), 'control').not.toContain(429)
    expect(statuses[3]).toBe(429)
  })
})
