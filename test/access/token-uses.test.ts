import { expect, vi } from 'vitest'
import { keepWarningOfExpiry } from '../../server/access/expiring-tokens.ts'
import { createTokenUses } from '../../server/access/token-uses.ts'
import type { TokenUse } from '../../server/store/token-writes.ts'
import { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import { strongroomJson } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'

const one = '1' as Id
const log = { warn: vi.fn() } as never

test('the uses of an interval are stored in one write, the last address of each token with it', async () => {
  const written: (readonly TokenUse[])[] = []
  const store = { recordTokenUses: async (batch: readonly TokenUse[]) => void written.push(batch) } as never
  let now = 100
  await using uses = createTokenUses({ store, clock: { now: () => now++ }, log }, 20)
  for (let count = 0; count < 1_000; count += 1) uses.note(one, '::ffff:10.0.0.1')
  uses.note('2' as Id, '2001:db8::7')
  expect(written, 'not while requests run').toEqual([])
  await until(() => written.length > 0)
  expect(written).toEqual([
    [
      { tokenId: '1', at: 100, address: '10.0.0.1' },
      { tokenId: '2', at: 101, address: '2001:db8::7' },
    ],
  ])
  uses.note(one, '10.0.0.1')
  uses.note(one, '10.0.0.2')
  await uses[Symbol.asyncDispose]()
  expect(written[1]).toEqual([{ tokenId: '1', at: 103, address: '10.0.0.2' }])
})

test('uses that could not be stored are stored later', async () => {
  const stored: TokenUse[] = []
  const results = [() => Promise.reject(new Error('the disk is full')), async () => undefined]
  const recordTokenUses = async (batch: readonly TokenUse[]) => {
    await results.shift()?.()
    stored.push(...batch)
  }
  await using uses = createTokenUses({ store: { recordTokenUses } as never, clock: { now: () => 1 }, log }, 10)
  uses.note(one, '::1')
  await until(() => stored.length > 0)
  expect(stored).toEqual([{ tokenId: '1', at: 1, address: '::1' }])
})

test('a stopped server has stored the last use of each token, on every path, and no token is looked up again for it', async ({
  folder,
}) => {
  const { dataDir } = folder
  const path = `/tenant/${tenants.first}/custodians/${custodians.copper}/wallets`
  const repeated: string[] = []
  const before = Date.now()
  {
    await using server = await startTestServer(
      { dataDir },
      {
        wrapFastPath: (fastPath) => (request, response) => {
          const isRepeated = fastPath(request, response)
          if (isRepeated) repeated.push(request.headers.authorization ?? '')
          return isRepeated
        },
      },
    )
    const viewer = await server.token({ name: 'viewer' })
    const caller = await server.token({ name: 'caller' })
    const unused = await server.token({ name: 'unused' })
    const version = server.app.store.tokensVersion()
    for (let count = 0; count < 4; count += 1) await (await server.rest(viewer, path)).arrayBuffer()
    await server.trpc(caller).session.whoAmI.query({})
    await server.app.store.recordTokenUses([{ tokenId: '1' as Id, at: before, address: '::1' }])
    await new Promise(setImmediate)
    expect(server.app.store.tokensVersion()).toBe(version)
    expect((await server.rest(unused.replace(/.$/, '!'), path)).status).toBe(401)
  }
  expect(repeated.length, 'control: the fast path answered').toBeGreaterThan(0)
  type Listed = { name: string; lastUsedAt: string | null; lastUsedFrom: string | null }
  const listed = await strongroomJson<Listed[]>(['token', 'list', '--data', dataDir])
  const of = (wanted: string) => listed.find(({ name }) => name === wanted)
  for (const name of ['viewer', 'caller']) {
    expect(of(name), name).toMatchObject({ lastUsedFrom: '127.0.0.1' })
    expect(Date.parse(of(name)?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(before)
  }
  expect(of('unused')).toMatchObject({ lastUsedAt: null, lastUsedFrom: null })
})

test('a token that lists tokens is shown as used, by then and from there', async ({ folder }) => {
  await using server = await startTestServer({ dataDir: folder.dataDir })
  const token = await server.token({ name: 'lister', permissions: Permission.options })
  const unused = await server.token({ name: 'unused' })
  expect(unused).not.toBe(token)
  const { items } = await server.trpc(token).tokens.listPage.query({})
  const shown = (wanted: string) => items.find(({ name }) => name === wanted)
  expect(shown('lister')).toMatchObject({ lastUsedAt: expect.any(String), lastUsedFrom: '127.0.0.1' })
  expect(shown('unused'), 'control').toMatchObject({ lastUsedAt: null, lastUsedFrom: null })
  const tokenId = shown('lister')?.id as Id
  const alone = await server.trpc(token).tokens.get.query({ tokenId })
  expect(alone.lastUsedAt).toBe(shown('lister')?.lastUsedAt)
  const [stored] = (await server.app.store.listTokens()).filter(({ name }) => name === 'lister')
  expect(stored?.lastUsedAt, 'control: it is not stored yet').toBeNull()
})

test('a server warns of tokens that expire soon, but not of those that were made for so long only', async ({
  folder,
}) => {
  const { dataDir } = folder
  const warnings: unknown[][] = []
  const dayMs = 86_400_000
  const tokenIds: Id[] = []
  {
    await using server = await startTestServer({ dataDir })
    for (const [name, days] of [
      ['soon', 13],
      ['later', 15],
      ['short', 1],
    ] as const) {
      const hash = Buffer.alloc(32, days)
      const expiresAt = Date.now() + days * dayMs
      // Made a month ago, but for the last.
      const at = Date.now() - (name === 'short' ? 0 : 30 * dayMs)
      const wanted = { name, hash, permissions: ['wallets:read'], tenantId: null, actor: 'test' } as const
      const created = await server.app.store.createToken({ ...wanted, expiresAt, at })
      if (created.kind === 'created') tokenIds.push(created.tokenId)
    }
  }
  const quiet = () => undefined
  const watched = { warn: (...words: unknown[]) => void warnings.push(words), info: quiet, debug: quiet, error: quiet }
  await using _ = await startTestServer({ dataDir }, { log: { ...watched, child: () => watched } as never })
  const [[facts]] = warnings.filter(([, text]) => /expire within 14 days/.test(`${text}`)) as [[unknown]]
  expect(facts).toMatchObject({ expiring: 1, tokens: [{ tokenId: tokenIds[0], name: 'soon' }] })
})

test('a token behind thousands that are meant to end is warned of too', async ({ folder }) => {
  const dayMs = 86_400_000
  const store = await folder.data.open()
  const wanted = { permissions: ['wallets:read'], tenantId: null, actor: 'test' } as const
  for (const [at, name] of ['short 1', 'short 2', 'soon'].entries()) {
    const lifetime = { at: Date.now() - (name === 'soon' ? 30 * dayMs : 0), expiresAt: Date.now() + dayMs }
    await store.createToken({ ...wanted, ...lifetime, name, hash: Buffer.alloc(32, at) })
  }
  const tokensPage: typeof store.tokensPage = (which, page) => store.tokensPage(which, { ...page, limit: 1 })
  const warnings: unknown[] = []
  const warned = { warn: (facts: unknown) => void warnings.push(facts) } as never
  using _ = await keepWarningOfExpiry({ store: { ...store, tokensPage }, clock: { now: Date.now }, log: warned })
  expect(warnings).toMatchObject([{ expiring: 1, tokens: [{ name: 'soon' }] }])
  await store.close()
})
