import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PlainCredentials } from '../../server/providers/provider.ts'
import type { Mode } from '../../server/providers/simulator/modes.ts'
import { readAnchor } from '../../server/store/anchor-file.ts'
import { brokenInvariants, type Offer } from '../faults/invariants.ts'
import { isLongLane } from '../faults/lanes.ts'
import { outcomeOf } from '../faults/scene.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { brokenInvariants as brokenStore } from '../store/contract/invariants.ts'
import { type CommitFault, commitFaults, strikeWith } from '../store/postgres/commit-faults.ts'
import { type CommitProxy, startCommitProxy } from '../store/postgres/commit-proxy.ts'
import { noPostgres } from '../store/postgres/programs.ts'
import { watchFault } from './fault-figures.ts'
import { type ClusterScene, type ClusterServer, setCluster, withoutPassword } from './scene.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

const custodianId = custodians.copper
const custodian = `/platform/admin/custodians/${custodianId}`

type Request = {
  readonly custodianId: typeof custodianId
  readonly credentials: PlainCredentials
  readonly key: string
}

/** What is asked, with the COMMITs that it takes. */
type Asked = {
  readonly what: string
  readonly path: string
  readonly method: string
  readonly mode: Mode
  /** Whether it stores the credentials that it gets. */
  readonly isRotation: boolean
}

const asked: readonly Asked[] = [
  { what: 'a rotation', path: 'update_api_keys', method: 'PUT', mode: 'ok', isRotation: true },
  { what: 'a refused rotation', path: 'update_api_keys', method: 'PUT', mode: 'wrong-signature', isRotation: false },
  { what: 'a validation', path: 'validate_api_keys', method: 'POST', mode: 'ok', isRotation: false },
  { what: 'a check', path: 'check_api_keys', method: 'POST', mode: 'ok', isRotation: false },
]

type Cell = CommitFault & Asked & { readonly commit: 1 | 2 }

const everyCell: readonly Cell[] = commitFaults.flatMap((fault) =>
  asked.flatMap((each) => ([1, 2] as const).map((commit) => ({ ...fault, ...each, commit }))),
)

/** `npm run test:cluster` has all cells; those that wait for a lease to end are few in `npm test`. */
const cells = everyCell.filter(({ blow, moment, what, commit }) => {
  if (isLongLane) return true
  const isSlow = blow === 'server killed' || blow === 'server stopped and woken'
  return what === 'a rotation' && (!isSlow || (moment === 'before' && commit === 2))
})

describe('a server that is struck at a COMMIT, next to one that is not', () => {
  const open = new AsyncDisposableStack()
  const history: Offer[] = []
  let scene: ClusterScene
  let proxy: CommitProxy
  let struck: ClusterServer | null = null
  let other: ClusterServer
  let token: string
  beforeAll(async () => {
    if (noPostgres !== null) return
    scene = open.use(await setCluster())
    proxy = open.use(await startCommitProxy(scene.ownerUrl))
    token = await scene.token()
    other = open.use(await scene.start('other'))
    open.defer(async () => void (await struck?.[Symbol.asyncDispose]()))
    await offer(other, 'ok')
  })
  afterAll(() => open[Symbol.asyncDispose]())

  const start = async () => (struck ??= await scene.start('struck', `--store=${withoutPassword(proxy.url).url}`))
  const stopped = async () => {
    await struck?.[Symbol.asyncDispose]()
    struck = null
  }

  /** Sends it once; a rotation is remembered with what its caller knows. */
  const send = async ({ url }: ClusterServer, { path, method }: Pick<Asked, 'path' | 'method'>, request: Request) => {
    const { credentials, key } = request
    const isRotation = path === 'update_api_keys'
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(isRotation && { 'idempotency-key': key }),
    }
    const body = path === 'check_api_keys' ? '{}' : JSON.stringify({ tenantId: tenants.first, ...credentials })
    const outcome = await outcomeOf(() => fetch(`${url}${custodian}/${path}`, { method, headers, body }))
    if (isRotation) history.push({ ...request, ...outcome })
    return outcome
  }
  const requestOf = async (mode: Mode): Promise<Request> => ({
    custodianId,
    credentials: await scene.credentials(mode),
    key: randomUUID(),
  })
  const offer = async (server: ClusterServer, mode: Mode) =>
    send(server, { path: 'update_api_keys', method: 'PUT' }, await requestOf(mode))

  const stillOpen = async () => [
    ...(await scene.data.truth.read('rotations')).filter(({ outcome }) => outcome === null),
    ...(await scene.data.truth.read('checks')),
    ...(await scene.data.truth.read('attempts')).filter(({ refused }) => refused === 0),
  ]
  const untilNothingIsOpen = () => expect.poll(stillOpen, { timeout: 90_000 }).toEqual([])
  const versionNow = async () =>
    (await scene.data.truth.read('custodians')).find((each) => each.custodianId === custodianId)?.version ?? 0
  const installed = () => {
    const anchor = async () => {
      const stored = readAnchor(join(scene.folderOf('other'), 'audit.anchor'))
      return stored && { sequence: Number(stored.sequence), hash: stored.hash }
    }
    return { truth: scene.data.truth, keyFile: scene.keyFile, anchor }
  }

  test.for(cells)(
    '$what, $blow when COMMIT $commit is $moment: it is done once, or not at all',
    async (cell, context) => {
      const figures = watchFault(context, `${cell.blow} when COMMIT is ${cell.moment}`)
      // The budget of a token ends after thirty refusals.
      token = await scene.token()
      const { pid, url } = await start()
      // One that was woken refuses requests at first, as its event loop was late.
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 60_000 }).toBe(200)
      const before = await versionNow()
      const request = await requestOf(cell.mode)
      let struckAt: number | undefined
      const ended = () => figures.recovery(untilNothingIsOpen(), struckAt)
      const strike = strikeWith(cell, { url: scene.ownerUrl, pid, whileStopped: ended })
      const strikeNow: typeof strike = (connection) => {
        struckAt = performance.now()
        return strike(connection)
      }
      proxy.strike({ moment: cell.moment, strike: strikeNow, place: cell.commit })
      const isAnswering = cell.blow === 'connection cut' || cell.blow === 'backend ended'
      const sending = send(await start(), cell, request)
      const first = await (isAnswering ? figures.answer(sending) : sending)
      expect(proxy.isArmed, 'control: it was struck').toBe(false)
      await proxy.struck()
      if (cell.blow === 'server killed') await stopped()
      await (cell.blow === 'server stopped and woken' ? untilNothingIsOpen() : ended())
      const again = await send(other, cell, request)
      expect(again.answer).toBe(cell.mode === 'ok' ? 'ok' : 'fail')
      expect(await versionNow()).toBe(before + (cell.isRotation ? 1 : 0))
      if (first.answer === 'ok' && cell.isRotation) expect(again.rotationId, 'it is replayed').toBe(first.rotationId)
      expect(await brokenStore(scene.data.truth)).toEqual([])
      expect(await brokenInvariants(installed(), history)).toEqual([])
      expect(await offer(other, 'ok'), 'the custodian rotates').toMatchObject({ answer: 'ok' })
    },
  )
})
