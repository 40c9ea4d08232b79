import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import { permissionsOf } from '../../shared/roles.ts'
import type { CreatedOperatorToken, OperatorToken } from '../../shared/token-administration.ts'
import { test as base } from '../harness/fixtures.ts'
import { tenants } from '../harness/seed.ts'

type Answer<Value> = {
  readonly status: number
  readonly headers: Headers
  readonly value: Value
  readonly error: { readonly code: string; readonly message: string; readonly info: readonly string[] } | null
}

/** The body, and the version for If-Match. */
type Sent = { readonly version?: number; readonly [member: string]: unknown }

/** The answer of one request through REST, with IDs as strings. */
const test = base.extend(
  'ask',
  ({ server }) =>
    async <Value = OperatorToken>(token: string, target: string, { version, ...body }: Sent = {}) => {
      const [method = '', path = ''] = target.split(' ')
      const headers = {
        accept: 'application/json; numbers=string',
        ...(version && { 'if-match': `"${version}"` }),
      }
      const init = { method, headers, ...(method !== 'GET' && { body: JSON.stringify(body) }) }
      const response = await server.rest(token, `/platform/admin/tokens${path}`, init)
      const { value, error } = (await response.json()) as Pick<Answer<Value>, 'value' | 'error'>
      return { status: response.status, headers: response.headers, value, error } as Answer<Value>
    },
)

const wallets = { tenantId: tenants.first, permissions: ['wallets:read'] as const }
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('a created token works at once, is answered once, and is in no file, log line or audit record', async ({
  server,
  ask,
}) => {
  const admin = await server.token({ name: 'ada' })
  const created = await ask<CreatedOperatorToken>(admin, 'POST ', { ...wallets, name: 'ben', role: 'viewer' })
  expect(created.status).toBe(201)
  expect(created.headers.get('cache-control')).toBe('no-store')
  expect(created.headers.get('location')).toBe(`/platform/admin/tokens/${created.value.id}`)
  const { token, ...shown } = created.value
  expect(shown).toMatchObject({ name: 'ben', role: 'viewer', tenantId: tenants.first, state: 'valid', isOwn: false })
  expect((await server.rest(token, '/platform/admin/session')).status).toBe(200)
  const overTrpc = await server
    .trpc(admin)
    .tokens.create.mutate({ ...wallets, permissions: ['wallets:read'], name: 'cy' })
  expect((await server.rest(overTrpc.token, '/platform/admin/session')).status).toBe(200)

  const used = { lastUsedAt: expect.any(String), lastUsedFrom: '127.0.0.1' }
  expect((await ask(admin, `GET /${shown.id}`)).value).toEqual({ ...shown, ...used })
  const audit = await (await server.rest(admin, '/platform/admin/audit')).text()
  expect(audit).toContain('"name":"ben"')
  for (const text of [token, overTrpc.token].map((whole) => whole.slice(4))) {
    expect(audit).not.toContain(text)
    let files = 0
    for (const entry of await readdir(server.dataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const bytes = await readFile(join(entry.parentPath, entry.name))
      expect(bytes.includes(text)).toBe(false)
      // The search does find what is written.
      if (bytes.includes('token.created')) files += 1
    }
    expect(files).toBeGreaterThan(0)
  }
})

test('the audit has who created, changed and revoked a token, with old and new values', async ({ server, ask }) => {
  const admin = await server.token({ name: 'eve' })
  const { value: session } = await ask<OperatorToken[]>(admin, 'GET ?name=eve')
  const { value } = await ask(admin, 'POST ', { ...wallets, name: 'fay' })
  const expiresAt = inDays(10)
  const changed = await ask(admin, `PATCH /${value.id}`, {
    expiresAt,
    allowedFrom: ['10.0.0.0/8'],
    version: value.version,
  })
  expect(changed).toMatchObject({ status: 200, value: { expiresAt, allowedFrom: ['10.0.0.0/8'], version: 2 } })
  expect((await ask(admin, `PATCH /${value.id}`, { expiresAt, version: 2 })).value.version, 'no change').toBe(2)
  await ask(admin, `POST /${value.id}/revoke`, { reason: 'left the team' })
  const { records } = await server.trpc(admin).audit.list.query({ actorTokenId: session[0]?.id as Id })
  expect(records).toMatchObject([
    { kind: 'token.revoked', actor: 'eve', tenantId: tenants.first, details: { name: 'fay', reason: 'left the team' } },
    {
      kind: 'token.changed',
      details: {
        tokenId: value.id,
        oldExpiresAt: value.expiresAt,
        newExpiresAt: expiresAt,
        oldAllowedFrom: '',
        newAllowedFrom: '10.0.0.0/8',
      },
    },
    { kind: 'token.created', details: { tokenId: value.id, name: 'fay', permissions: 'wallets:read' } },
  ])
})

test('a token has the owner that was named, and a change of owner is in the audit', async ({ server, ask }) => {
  const admin = await server.token({ name: 'owning' })
  const named = await ask(admin, 'POST ', { ...wallets, name: 'of jane', owner: 'jane.doe@example.com' })
  expect(named).toMatchObject({ status: 201, value: { owner: 'jane.doe@example.com' } })
  const unnamed = await ask(admin, 'POST ', { ...wallets, name: 'of no one' })
  expect(unnamed).toMatchObject({ status: 201, value: { owner: null } })
  const { id } = unnamed.value
  const changed = await ask(admin, `PATCH /${id}`, { owner: 'the night shift', version: 1 })
  expect(changed).toMatchObject({ status: 200, value: { owner: 'the night shift', version: 2 } })
  const { records } = await server.trpc(admin).audit.list.query({ kind: 'token.changed', limit: 1 })
  expect(records[0]?.details).toMatchObject({ tokenId: `${id}`, oldOwner: '', newOwner: 'the night shift' })
  expect(await ask(admin, 'POST ', { ...wallets, name: 'bad', owner: 'a\u0007b' })).toMatchObject({ status: 400 })
  expect(await ask(admin, `PATCH /${id}`, { owner: null, version: 2 })).toMatchObject({ value: { owner: null } })
})

test('a token grants only what it has', async ({ server, ask }) => {
  const own: readonly Permission[] = ['tokens:read', 'tokens:write', 'wallets:read']
  const granting = await server.token({ name: 'granting', permissions: own, tenantId: tenants.first })
  const create = (more: object) => ask(granting, 'POST ', { ...wallets, name: `granted ${Math.random()}`, ...more })
  for (const permission of Permission.options) {
    const { status, error } = await create({ permissions: ['wallets:read', permission] })
    expect(`${permission} ${status}`).toBe(`${permission} ${own.includes(permission) ? 201 : 403}`)
    if (!own.includes(permission))
      expect(error?.info).toEqual([`permissions: this operator token has no ${permission}`])
  }
  for (const role of ['viewer', 'operator', 'auditor', 'tenant-administrator'])
    expect(await create({ role }), role).toMatchObject({ status: 403, error: { code: 'Forbidden' } })
  expect(await create({ tenantId: null })).toMatchObject({ status: 403 })
  const other = await create({ tenantId: tenants.second })
  const missing = await create({ tenantId: '998' })
  expect([other.status, other.error]).toEqual([404, missing.error])
  expect(
    (await server.app.store.listTokens()).every(
      (each) => !each.name.startsWith('granted') || each.permissions.length < 3,
    ),
  ).toBe(true)
})

test('a token grants and keeps the addresses it is bound to', async ({ server, ask }) => {
  const granting = await server.token({ name: 'bound', allowedFrom: ['127.0.0.0/8', '10.0.0.0/8'] })
  const create = (allowedFrom?: readonly string[] | null) =>
    ask(granting, 'POST ', { ...wallets, name: `n ${Math.random()}`, allowedFrom })
  for (const wide of [undefined, null, ['0.0.0.0/0'], ['10.0.0.0/7'], ['10.1.0.0/16', '::1'], ['192.0.2.1']])
    expect(await create(wide), JSON.stringify(wide)).toMatchObject({ status: 403, error: { code: 'Forbidden' } })
  const narrow = await create(['10.1.0.0/16', '127.0.0.1', '::ffff:10.0.0.0/104'])
  expect(narrow).toMatchObject({ status: 201, value: { allowedFrom: ['10.1.0.0/16', '127.0.0.1/32', '10.0.0.0/8'] } })
  expect(await ask(granting, `PATCH /${narrow.value.id}`, { allowedFrom: null, version: 1 })).toMatchObject({
    status: 403,
  })
  const free = (await server.app.store.listTokens())[0]?.tokenId
  expect(await ask(granting, `PATCH /${free}`, { expiresAt: inDays(5), version: 1 })).toMatchObject({ status: 403 })
})

test('no token is changed by one that has less, and none extends itself', async ({ server, ask }) => {
  const own: readonly Permission[] = ['tokens:read', 'tokens:write']
  const limited = await server.token({ name: 'limited', permissions: own, expiresAt: Date.now() + 3_600_000 })
  await server.token({ name: 'strong' })
  const idOf = async (name: string) => (await ask<OperatorToken[]>(limited, `GET ?name=${name}`)).value[0]?.id
  const strong = await idOf('strong')
  const self = await idOf('limited')
  for (const change of [{ expiresAt: inDays(1) }, { expiresAt: inDays(0.01) }, { allowedFrom: null }])
    expect(await ask(limited, `PATCH /${strong}`, { ...change, version: 1 })).toMatchObject({ status: 403 })
  const extended = await ask(limited, `PATCH /${self}`, { expiresAt: inDays(1), version: 1 })
  expect(extended.error?.message).toMatch(/cannot extend itself/)
  const shorter = await ask(limited, `PATCH /${self}`, {
    expiresAt: inDays(0.01),
    allowedFrom: ['127.0.0.1'],
    version: 1,
  })
  expect(shorter).toMatchObject({ status: 200, value: { isOwn: true, version: 2 } })
  expect(await ask(limited, `PATCH /${self}`, { allowedFrom: null, version: 2 })).toMatchObject({ status: 403 })
  expect((await ask(limited, `POST /${strong}/revoke`, { reason: 'emergency' })).status, 'revoking needs less').toBe(
    200,
  )
})

test('a token may revoke itself, and that is its last answer', async ({ server, ask }) => {
  const token = await server.token({ name: 'leaving', tenantId: tenants.first })
  const { value: own } = await ask<OperatorToken[]>(token, 'GET ?name=leaving')
  const revoked = await ask(token, `POST /${own[0]?.id}/revoke`, { reason: 'done' })
  expect(revoked).toMatchObject({ status: 200, value: { isOwn: true, state: 'revoked' } })
  expect((await ask(token, 'GET ')).status).toBe(401)
})

test('a token that is revoked after its request was authenticated grants nothing', async ({ server }) => {
  const { store } = server.app
  await server.token({ name: 'actor' })
  const actorTokenId = (await store.listTokens()).at(-1)?.tokenId as Id
  const by = { actor: 'actor', actorTokenId, at: Date.now() }
  const wanted = { name: 'late', permissions: ['wallets:read'], tenantId: null } as const
  const late = { ...wanted, hash: Buffer.alloc(32, 7), expiresAt: Date.now() + 60_000, ...by }
  await store.revokeToken({ token: actorTokenId, actor: 'test', at: Date.now() })
  const refusal = { kind: 'refused', failure: { code: 'Unauthenticated' } }
  expect(await store.grantToken(late)).toMatchObject(refusal)
  const target = { tokenId: actorTokenId, seenBy: null }
  expect(await store.changeToken({ ...target, ...by, version: 2, allowedFrom: null })).toMatchObject(refusal)
  expect(await store.revokeSeenToken({ ...target, ...by, reason: 'late' })).toMatchObject(refusal)
  expect((await store.listTokens()).some(({ name }) => name === 'late')).toBe(false)
})

test('of changes based on one version, one is made, and a token of that name is created once', async ({
  server,
  ask,
}) => {
  const admin = await server.token()
  const { value } = await ask(admin, 'POST ', { ...wallets, name: 'contested' })
  const changes = Array.from({ length: 8 }, (_, at) =>
    ask(admin, `PATCH /${value.id}`, { expiresAt: inDays(at + 1), version: 1 }),
  )
  const statuses = (await Promise.all(changes)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 412, 412, 412, 412, 412, 412, 412])
  const names = ['same', 'Same', 's\u0430me', 'same', 'SAME', 'sam\u0435']
  const created = await Promise.all(names.map((name) => ask(admin, 'POST ', { ...wallets, name })))
  expect(created.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  const refused = created.find(({ status }) => status === 409)
  expect(refused?.error).toMatchObject({
    code: 'AlreadyExists',
    info: [expect.stringMatching(/^name: operator token \d+ /)],
  })
})

test('a name that is taken in another tenant is refused without its token', async ({ server, ask }) => {
  await server.token({ name: 'hidden', tenantId: tenants.second })
  const first = await server.token({ tenantId: tenants.first })
  const { status, error } = await ask(first, 'POST ', { ...wallets, name: 'hidden' })
  expect([status, error?.info]).toEqual([
    409,
    ['name: another operator token is valid and has this name, or one that looks like it'],
  ])
})

test('a token of a tenant administrator creates operators of its tenant', async ({ server, ask }) => {
  const permissions = permissionsOf('tenant-administrator', 'tenant')
  const administrator = await server.token({ name: 'gil', permissions, tenantId: tenants.first })
  const before = (await ask<OperatorToken[]>(administrator, 'GET ?state=valid')).value
  for (const role of ['viewer', 'operator', 'auditor', 'tenant-administrator']) {
    const created = await ask(administrator, 'POST ', { name: role, role, tenantId: tenants.first })
    expect(created, role).toMatchObject({ status: 201, value: { role, tenantId: tenants.first } })
  }
  const listed = await ask<OperatorToken[]>(administrator, 'GET ?state=valid')
  expect(new Set(listed.value.map(({ tenantId }) => tenantId))).toEqual(new Set([tenants.first]))
  expect(listed.value).toHaveLength(before.length + 4)
})
