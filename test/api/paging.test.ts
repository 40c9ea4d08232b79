import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ListName, type OperationName, pageOperations } from '../../shared/operations.ts'
import { replayable } from '../harness/replayable.ts'
import { custodians, seed as fillStore, icon, id, tenants } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { addDelivered, addWebhook } from '../harness/webhooks.ts'
import { restRequest, transports } from './transports.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.token()
  await addWebhook(server.app.store, { id: id(1) })
  for (const { add } of Object.values(lists)) for (let at = 0; at < 12; at += 1) await add(at * 7)
})
afterAll(() => server[Symbol.asyncDispose]())

type Input = Readonly<Record<string, unknown>>
type Row = Readonly<Record<string, unknown>>
type Page = { readonly nextCursor: string | null } & Readonly<Record<string, unknown>>

type List = {
  readonly filters: Input
  /** The member of a page that has its rows. */
  readonly rows: string
  /** What tells a row from all others. */
  readonly key: (row: Row) => string
  /** Adds a row somewhere in the list. */
  readonly add: (seed: number) => unknown
}

let added = 10_000
/** Ids below and above those that are there, none twice. */
const newId = (seed: number) => id(seed % 2 ? 1_000_000 - added++ : 1_000_000 + added++)

const walletOf = (walletId: string) => ({
  walletId: id(walletId),
  tenantId: tenants.first,
  custodianId: custodians.copper,
  blockchainId: id(1),
  address: `0x${walletId.padStart(40, '0')}`,
  metadataJson: '{}',
  isVisible: true,
  isActive: true,
  isTreasuryEnabled: false,
  isGasStationEnabled: false,
})

async function addReserve(seed: number) {
  const { store } = server.app
  const tokenId = newId(seed)
  // The same symbol on the same chain again and again: only the token's id tells such rows apart.
  const symbol = ['AAA', 'USDX', 'Ωmega', '𝕏', `T${seed}`][seed % 5] as string
  await store.putTokens([{ tokenId, symbol, blockchainId: id(1), contractAddress: `0x${tokenId}`, decimals: 2 }])
  const entry = { position: BigInt(tokenId), index: 0n, tokenId, fromAccountId: null, toAccountId: id(1), at: 0 }
  await store.appendReserveTransactions({ source: `s${tokenId}`, transactions: [{ ...entry, amount: tokenId }] })
}

/** As `beginRotation` and `endRotation` leave one, at any moment of the past or now. */
async function addRotations(count: number, seed = 0) {
  const at = seed % 2 ? Date.now() : 1_700_000_000_000 + seed
  const ended = {
    stage: null,
    outcome: 'refused',
    verdict: null,
    reason: null,
    version: 0,
    startedAt: 0,
    endedAt: null,
  }
  const by = { operator: 'tester', tokenId: null, idempotencyKey: null, retryOf: null }
  await server.data.tamper.add(
    'rotations',
    Array.from({ length: count }, (_, row) => ({
      rotationId: uuidv7({ msecs: at + row }),
      custodianId: custodians.copper,
      ...by,
      ...ended,
    })),
  )
}

const lists: Readonly<Record<ListName, List>> = {
  'tenants.list': {
    filters: {},
    rows: 'items',
    key: (row) => `${row.id}`,
    add: (seed) => server.app.store.putTenants([{ tenantId: newId(seed), name: `T${seed}` }]),
  },
  'custodians.list': {
    filters: { tenantId: tenants.first },
    rows: 'items',
    key: (row) => `${row.id}`,
    add: (seed) => {
      const entry = { custodianId: newId(seed), tenantId: tenants.first, name: `C${seed}`, baseUrl: 'simulator:' }
      return server.app.store.putCustodians([{ ...entry, provider: 'copper' }])
    },
  },
  'custodians.wallets': {
    filters: { tenantId: tenants.first, custodianId: custodians.copper },
    rows: 'wallets',
    key: (row) => `${row.walletId}`,
    add: (seed) => server.app.store.putWallets([walletOf(newId(seed))]),
  },
  'networks.list': {
    filters: {},
    rows: 'items',
    key: (row) => `${row.id}`,
    add: (seed) => server.app.store.putNetworks([{ blockchainId: newId(seed), name: `N${added}`, icon }]),
  },
  'chainTokens.list': {
    filters: {},
    rows: 'items',
    key: (row) => `${row.id}`,
    add: (seed) => {
      const asset = { tokenId: newId(seed), symbol: `T${seed}`, blockchainId: id(1), decimals: 2 }
      return server.app.store.putTokens([{ ...asset, contractAddress: null }])
    },
  },
  'reserveAccounts.list': {
    filters: {},
    rows: 'items',
    key: (row) => `${row.id}`,
    add: (seed) => {
      const account = { reserveAccountId: newId(seed), blockchainId: id(1), name: `A${seed}` }
      return server.app.store.putReserveAccounts([{ ...account, address: `0x${account.reserveAccountId}` }])
    },
  },
  'custodians.rotations': {
    filters: { custodianId: custodians.copper },
    rows: 'items',
    key: (row) => `${row.rotationId}`,
    add: (seed) => addRotations(1, seed),
  },
  'reports.reserves': {
    filters: {},
    rows: 'items',
    // The amount of a row that a test added is its token's id.
    key: (row) => JSON.stringify([row.tokenSymbol, row.blockchain, row.reserveAmount]),
    add: addReserve,
  },
  'tokens.list': {
    filters: { state: 'valid' },
    rows: 'items',
    key: (row) => `${row.id}`,
    add: (seed) => server.token({ name: `T${seed}` }),
  },
  'webhooks.list': {
    filters: {},
    rows: 'items',
    key: (row) => `${row.id}`,
    add: () => addWebhook(server.app.store),
  },
  'webhooks.deliveries': {
    filters: { webhookId: '1' },
    rows: 'items',
    key: (row) => `${row.eventId}`,
    add: () => addDelivered(server.app.store, id(1)),
  },
  'audit.list': {
    filters: {},
    rows: 'records',
    key: (row) => `${row.sequence}`,
    add: () => server.app.store.recordAudit({ kind: 'data.imported', actor: 'test', at: Date.now() }),
  },
}
const names = Object.keys(lists) as ListName[]

type Transport = 'REST' | 'tRPC'

async function read(name: OperationName, input: Input, transport: Transport): Promise<Page> {
  const { status, value, info } = await transports[transport](server, { name, input, token })
  if (status !== 200) throw new Error(`${name} answered ${status} ${info}`)
  return value as Page
}

/** What a client does about the cursor that a page named. */
const cursorIn = ({ nextCursor }: Page) => nextCursor?.replace('#', '') ?? null

type Step = { readonly limit: number; readonly transport: Transport; readonly seeds: readonly number[] }

/** Reads page after page, each with the limit and through the transport of its step, and adds rows in between. */
async function walk(name: ListName, taken: readonly Step[]): Promise<Row[]> {
  const { filters, rows, add } = lists[name]
  const walked: Row[] = []
  let cursor: string | null = null
  for (let at = 0; ; at += 1) {
    const { limit, transport, seeds } = taken[at % taken.length] as Step
    const page: Page = await read(pageOperations[name], { ...filters, limit, ...(cursor && { cursor }) }, transport)
    const some = page[rows] as Row[]
    expect(some.length).toBeLessThanOrEqual(limit)
    walked.push(...some)
    cursor = cursorIn(page)
    if (!cursor) return walked
    expect(some).toHaveLength(limit)
    if (at < taken.length) for (const seed of seeds) await add(seed)
  }
}

/** Every row of a list, as it was answered before there were pages; of the longer ones the first page of all. */
async function wholeOf(name: ListName): Promise<Row[]> {
  const { filters, rows } = lists[name]
  const { [rows]: items } = await read(pageOperations[name], { ...filters, limit: 1_000 }, 'tRPC')
  return items as Row[]
}

const steps = fc.array(
  fc.record({
    limit: fc.integer({ min: 1, max: 9 }),
    transport: fc.constantFrom('REST', 'tRPC'),
    seeds: fc.array(fc.nat(1_000), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 6 },
)

describe.each(names)('%s', (name) => {
  const { key } = lists[name]

  test('is read page by page: stored rows appear once and in order while rows are added', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const before = (await wholeOf(name)).map(key)
        const walked = (await walk(name, taken)).map(key)
        expect(new Set(walked).size).toBe(walked.length)
        expect(walked.filter((row) => before.includes(row))).toEqual(before)
        const after = (await wholeOf(name)).map(key)
        expect(after.filter((row) => walked.includes(row))).toEqual(walked)
      }),
      replayable(15),
    )
  })

  test('equals the whole list if nothing is added', async () => {
    const taken = (['REST', 'tRPC'] as const).map((transport) => ({ limit: 7, transport, seeds: [] }))
    expect(await walk(name, taken)).toEqual(await wholeOf(name))
  })

  test('has no next page after its last row, even if that fills a page', async () => {
    const whole = await wholeOf(name)
    const last = await read(pageOperations[name], { ...lists[name].filters, limit: whole.length }, 'REST')
    expect(last[lists[name].rows]).toHaveLength(whole.length)
    expect(last.nextCursor).toBeNull()
  })
})

const linkOf = async (name: OperationName, input: Input) => {
  const answer = await fetch(restRequest(server, { name, input, token }))
  await answer.arrayBuffer()
  return answer.headers.get('link')
}

describe('on REST', () => {
  test.each(['tenants.list', 'custodians.list', 'custodians.wallets', 'reports.reserves'] as const)(
    '%s without limit and cursor is the whole list, without a link',
    async (name) => {
      const { filters, rows } = lists[name]
      const value = (await read(name, filters, 'REST')) as unknown as Row[] & Record<string, Row[]>
      expect(value[rows as 'wallets'] ?? value).toEqual(await wholeOf(name))
      expect(await linkOf(name, filters)).toBeNull()
    },
  )

  test('the link is the requested URL with another cursor, and can be followed unchanged', async () => {
    const path = '/platform/admin/custodians'
    const query = 'api-version=1.0&tenantId=1&limit=2'
    const ids: unknown[] = []
    for (let target: string | undefined = `${path}?${query}`; target; ) {
      const answer: Response = await server.rest(token, target)
      ids.push(...((await answer.json()) as { value: { id: number }[] }).value.map(({ id: each }) => `#${each}`))
      target = /^<(.+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
      if (target)
        expect(target).toMatch(/^\/platform\/admin\/custodians\?api-version=1.0&tenantId=1&limit=2&cursor=[\w-]+$/)
    }
    expect(ids).toEqual((await wholeOf('custodians.list')).map(({ id: each }) => each))
  })

  test('the link keeps a question mark in a filter', async () => {
    const record = { kind: 'data.imported', actor: 'who?', at: Date.now(), details: {} } as const
    for (let times = 0; times < 2; times += 1) await server.app.store.recordAudit(record)
    const page = await server.rest(token, '/platform/admin/audit?operator=who?&limit=1')
    await page.arrayBuffer()
    expect(page.headers.get('link')).toMatch(/\?operator=who%3F&limit=1&cursor=\d+>/)
  })

  test('a page has no ETag and is not cached, and HEAD links the next one too', async () => {
    const target = `/tenant/${tenants.first}/custodians/${custodians.copper}/wallets?limit=1`
    const page = await server.rest(token, target)
    await page.arrayBuffer()
    expect([page.headers.get('etag'), page.headers.get('cache-control')]).toEqual([null, 'no-store'])
    const head = await server.rest(token, target, { method: 'HEAD' })
    expect(head.headers.get('link')).toBe(page.headers.get('link'))
    expect(head.headers.get('link')).toContain('rel="next"')
  })

  test('a cursor alone returns pages of 1,000, and rotations always link the next page', async () => {
    await addRotations(1_200)
    const rotations = { custodianId: custodians.copper }
    const { nextCursor, items } = await read('custodians.rotationsPage', { ...rotations, limit: 1 }, 'REST')
    expect(items).toHaveLength(1)
    expect((await read('custodians.rotationsPage', { ...rotations, cursor: nextCursor }, 'REST')).items).toHaveLength(
      200,
    )
    expect(await linkOf('custodians.rotations', rotations)).toContain('rel="next"')
  })
})

test('rotations beyond the first 1,000 can be read to the oldest one', async () => {
  await addRotations(1_500)
  const walked = await walk('custodians.rotations', [{ limit: 1_000, transport: 'tRPC', seeds: [] }])
  const stored = (await server.data.truth.read('rotations')).filter(
    ({ custodianId }) => custodianId === custodians.copper,
  )
  expect(walked.length).toBeGreaterThan(1_500)
  expect(walked.map(({ rotationId }) => rotationId)).toEqual(stored.map(({ rotationId }) => rotationId).reverse())
})

describe('a cursor', () => {
  const own = { custodianId: custodians.copper, limit: 1 }
  const cursorOf = async (name: OperationName, input: Input) => (await read(name, input, 'tRPC')).nextCursor as string
  const refused = {
    status: 400,
    code: 'ValidationError',
    info: [expect.stringMatching(/^cursor: is damaged, or belongs/)],
  }
  const askWith = (cursor: string, name: OperationName = 'custodians.rotationsPage', input: Input = own) =>
    Promise.all(
      (['REST', 'tRPC'] as const).map((transport) =>
        transports[transport](server, { name, token, input: { ...input, cursor } }),
      ),
    )

  test('is refused if any of its characters was changed, removed or added', async () => {
    const cursor = await cursorOf('custodians.rotationsPage', own)
    const changed = [...cursor].map(
      (sign, at) => cursor.slice(0, at) + (sign === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
    )
    const cut = [cursor.slice(0, -1), cursor.slice(1), `${cursor}A`, cursor.slice(0, 20), cursor + cursor]
    for (const wrong of [...changed, ...cut])
      for (const answer of await askWith(wrong)) expect(answer).toMatchObject(refused)
    for (const answer of await askWith(cursor)) expect(answer.status).toBe(200)
  })

  test('of another list, another custodian or other filters is refused', async () => {
    const cursor = await cursorOf('custodians.rotationsPage', own)
    const wallets = { tenantId: tenants.first, custodianId: custodians.copper, limit: 1 }
    const ofWallets = await cursorOf('custodians.walletsPage', wallets)
    for (const answer of [
      ...(await askWith(cursor, 'tenants.listPage', {})),
      ...(await askWith(cursor, 'custodians.rotationsPage', { custodianId: custodians.fireblocks })),
      ...(await askWith(cursor, 'custodians.rotationsPage', { ...own, idempotencyKey: 'a' })),
      ...(await askWith(ofWallets, 'custodians.walletsPage', { ...wallets, onlyActive: false })),
      ...(await askWith(ofWallets)),
    ])
      expect(answer).toMatchObject(refused)
    for (const answer of await askWith(ofWallets, 'custodians.walletsPage', { ...wallets, limit: 5 }))
      expect(answer.status).toBe(200)
  })

  test('of another installation is refused, and reveals nothing to a stranger', async () => {
    const cursor = await cursorOf('custodians.rotationsPage', own)
    await using folder = await temporaryFolder()
    await using other = await startTestServer({ dataDir: folder.path })
    await fillStore(other.app.store)
    const ask = { name: 'custodians.rotationsPage', token: await other.token(), input: { ...own, cursor } } as const
    expect(await transports.REST(other, ask)).toMatchObject(refused)
    const stranger = await server.token({ tenantId: tenants.second })
    expect(await transports.REST(server, { ...ask, token: stranger })).toMatchObject({ status: 404 })
  })
})

test('tRPC pages accept the input of useInfiniteQuery: a direction, and no cursor at the start', async () => {
  const client = server.trpc(token)
  const first = await client.tenants.listPage.query({ limit: 2, cursor: null, direction: 'forward' })
  const second = await client.tenants.listPage.query({ limit: 2, cursor: first.nextCursor, direction: 'forward' })
  expect([...first.items, ...second.items]).toEqual((await client.tenants.list.query({})).slice(0, 4))
  const records = await client.audit.list.query({ limit: 1, cursor: null, direction: 'forward' })
  expect(records.records).toHaveLength(1)
  const backward = { limit: 2, direction: 'backward' } as never
  await expect(client.tenants.listPage.query(backward)).rejects.toMatchObject({ data: { httpStatus: 400 } })
})
