import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PlainCredentials } from '../../server/providers/provider.ts'
import type { WalletListing } from '../../shared/wallets.ts'
import { custodians } from '../harness/seed.ts'
import { brokenInvariants } from '../store/contract/invariants.ts'
import { noPostgres } from '../store/postgres/programs.ts'
import { contradictionIn, createHistory, type Model } from './linearizable.ts'
import { type ClusterScene, type ClusterServer, setCluster } from './scene.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

type Seen<Value> = { readonly kind: 'changed' | 'seen'; readonly value: Value }

/** What is seen is what the last change left. */
const register = <Value extends string | number>(initial: Value): Model<Value, Seen<Value>> => ({
  initial,
  next: (state, { kind, value }) => (kind === 'changed' || value === state ? value : null),
})

/** Each rotation that succeeds is one version; what is seen is their number. */
const counter = (initial: number): Model<number, Seen<number>> => ({
  initial,
  next: (state, { kind, value }) => (kind === 'changed' ? state + 1 : value === state ? state : null),
})

const custodian = `/platform/admin/custodians/${custodians.copper}`
const wallet = '201'
const wallets = `/tenant/1/custodians/${custodians.copper}/wallets?icons=false`
const walletById = `/platform/admin/wallets/${wallet}`

describe('what clients see of two servers on one database', () => {
  const open = new AsyncDisposableStack()
  let scene: ClusterScene
  let servers: readonly [ClusterServer, ClusterServer]
  let token: string
  beforeAll(async () => {
    if (noPostgres !== null) return
    scene = open.use(await setCluster())
    token = await scene.token()
    const unlimited = ['--token-in-flight=0', '--token-rate=0']
    servers = [open.use(await scene.start('one', ...unlimited)), open.use(await scene.start('other', ...unlimited))]
  })
  afterAll(() => open[Symbol.asyncDispose]())

  const read = async <Value>(server: ClusterServer, path: string) =>
    ((await (await server.fetch(path, token)).json()) as { value: Value }).value
  const versionAt = async (server: ClusterServer) =>
    (await read<{ credentialVersion: number }>(server, custodian)).credentialVersion
  const labelAt = async (server: ClusterServer): Promise<string> => {
    const listed = (await read<WalletListing>(server, wallets)).wallets
    return JSON.parse(listed.find(({ walletId }) => `${walletId}` === wallet)?.metadataJson ?? '{}').label
  }

  /** Two clients at each server do this until the work is done. */
  const whileWorking = async (work: Promise<unknown>, look: (server: ClusterServer) => Promise<unknown>) => {
    let isDone = false
    const watching = [...servers, ...servers].map(async (server) => {
      while (!isDone) await look(server)
    })
    await work.finally(() => {
      isDone = true
    })
    await Promise.all(watching)
  }

  test('rotations on both, and the version that either shows, fit into one order', async () => {
    const history = createHistory<Seen<number>>()
    const before = await versionAt(servers[0])
    const rotate = (server: ClusterServer, offer: PlainCredentials) =>
      history.note(async () => {
        const status = await server.rotate(token, offer)
        expect([200, 409]).toContain(status)
        return status === 200 ? { kind: 'changed', value: 0 } : null
      })
    const rotateAt = async (server: ClusterServer) => {
      for (const offer of await scene.offers(8)) while (!(await rotate(server, offer)));
    }
    await whileWorking(Promise.all([...servers, ...servers].map(rotateAt)), (server) =>
      history.note(async () => ({ kind: 'seen', value: await versionAt(server) })),
    )
    expect(contradictionIn(history.operations, counter(before))).toBeNull()
    const changes = history.operations.filter(({ of }) => of.kind === 'changed')
    expect(changes).toHaveLength(32)
    expect(await versionAt(servers[1])).toBe(before + changes.length)
    const stale = {
      sentAt: performance.now(),
      answeredAt: performance.now(),
      of: { kind: 'seen', value: before },
    } as const
    expect(contradictionIn([...history.operations, stale], counter(before)), 'control: a stale read').not.toBeNull()
  })

  test('a wallet that is changed on both, and the listing that either keeps, fit into one order', async () => {
    const history = createHistory<Seen<string>>()
    const before = await labelAt(servers[0])
    const changeAt = async (server: ClusterServer, client: number) => {
      for (let round = 0; round < 25; round += 1) {
        const { version } = await read<{ version: number }>(server, walletById)
        const label = `of ${client} in ${round}`
        const init = { method: 'PATCH', body: JSON.stringify({ label }), headers: { 'if-match': `"${version}"` } }
        await history.note(async () => {
          const { status } = await server.fetch(walletById, token, init)
          expect([200, 412]).toContain(status)
          return status === 200 ? { kind: 'changed', value: label } : null
        })
      }
    }
    await whileWorking(Promise.all([...servers, ...servers].map(changeAt)), (server) =>
      history.note(async () => ({ kind: 'seen', value: await labelAt(server) })),
    )
    expect(contradictionIn(history.operations, register(before))).toBeNull()
    expect(history.operations.filter(({ of }) => of.kind === 'changed').length).toBeGreaterThan(20)
  })

  test('control: a listing that a server keeps although it was changed is found', async () => {
    const history = createHistory<Seen<string>>()
    const before = await labelAt(servers[0])
    await history.note(async () => {
      const metadataJson = '{"label":"behind its back"}'
      await scene.data.tamper.change('wallets', ({ walletId }) => walletId === wallet, { metadataJson })
      return { kind: 'changed', value: 'behind its back' }
    })
    await history.note(async () => ({ kind: 'seen', value: await labelAt(servers[0]) }))
    expect(contradictionIn(history.operations, register(before))).toMatchObject([{ of: { value: before } }])
  })

  test('a token that is revoked on one while it is used on both has no later use', async () => {
    for (let round = 0; round < 3; round += 1) {
      const history = createHistory<Seen<string | number>>()
      const revoked = await scene.token('viewer')
      const tokens = await read<readonly { id: string }[]>(servers[1], '/platform/admin/tokens')
      const isRefused = async (server: ClusterServer) => {
        const use = async () => {
          const { status } = await server.fetch(wallets, revoked)
          return { kind: 'seen', value: status === 200 ? 'valid' : status } as const
        }
        return (await history.note(use))?.value === 401
      }
      const keepUsing = async (server: ClusterServer) => {
        while (!(await isRefused(server)));
      }
      const using = [...servers, ...servers].map(keepUsing)
      for (let uses = 0; uses < 10; uses += 1) expect(await isRefused(servers[0])).toBe(false)
      await history.note(async () => {
        const path = `/platform/admin/tokens/${tokens.at(-1)?.id}/revoke`
        const { status } = await servers[0].fetch(path, token, { method: 'POST', body: '{"reason":"test"}' })
        expect(status).toBe(200)
        return { kind: 'changed', value: 401 }
      })
      await Promise.all(using)
      expect(contradictionIn(history.operations, register<string | number>('valid'))).toBeNull()
    }
  })

  test('of a thousand rotations at both at once, each success is one version', async () => {
    const before = await versionAt(servers[0])
    const offers = await scene.offers(1_000)
    const statuses = await Promise.all(offers.map((offer, place) => servers[place % 2]?.rotate(token, offer)))
    const stored = statuses.filter((status) => status === 200).length
    expect(stored).toBeGreaterThan(0)
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
    expect(await versionAt(servers[1])).toBe(before + stored)
    expect(await brokenInvariants(scene.data.truth)).toEqual([])
  })
})
