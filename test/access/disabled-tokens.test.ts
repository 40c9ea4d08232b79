import { expect } from 'vitest'
import type { Permission } from '../../shared/permissions.ts'
import { permissionsOf } from '../../shared/roles.ts'
import { test as base } from '../harness/fixtures.ts'
import { operatorAt } from '../harness/operator.ts'
import { tenants } from '../harness/seed.ts'
import type { TestServer } from '../harness/server.ts'

/** An administrator of the platform with its client, and the tokens of others with their IDs. */
const test = base.extend('desk', async ({ server }) => {
  const admin = server.trpc(await server.token({ name: 'admin' }))
  const holder = async (name: string, settings: Parameters<TestServer['token']>[0] = {}) => {
    const token = await server.token({ name, ...settings })
    const [found] = await admin.tokens.list.query({ name })
    if (!found) throw new Error(`there is no token ${name}`)
    return { token, id: found.id, client: server.trpc(token) }
  }
  const statusOf = async (token: string) => (await server.rest(token, '/platform/admin/session')).status
  return { admin, holder, statusOf }
})

const codeOf = (error: { data: { failure: { code: string } } }) => error.data.failure.code
const codeIn = (work: Promise<unknown>) => work.then(() => 'done', codeOf)

test('a disabled token is answered 401 at its next request, on both transports, until it is enabled', async ({
  server,
  desk: { admin, holder, statusOf },
}) => {
  const { token, id: tokenId, client } = await holder('ben', { tenantId: tenants.first })
  const read = () => Promise.all([statusOf(token), codeIn(client.custodians.list.query({}))])
  // Twice, so that the answers come from what the server keeps.
  for (const _ of [1, 2]) expect(await read()).toEqual([200, 'done'])
  const disabled = await admin.tokens.disable.mutate({ tokenId, version: 1 })
  expect(disabled).toMatchObject({ state: 'disabled', disabledAt: expect.any(String), version: 2 })
  expect(await read()).toEqual([401, 'Unauthenticated'])
  const { error } = (await (await server.rest(token, '/platform/admin/custodians')).json()) as {
    error: { message: string }
  }
  expect(error.message).toBe('This operator token is disabled. Ask an administrator to enable it.')
  expect(await admin.tokens.list.query({ state: 'disabled' })).toMatchObject([{ name: 'ben' }])
  const enabled = await admin.tokens.enable.mutate({ tokenId, version: 2 })
  expect(enabled).toMatchObject({ state: 'valid', disabledAt: null, version: 3 })
  expect(await read()).toEqual([200, 'done'])
})

test('the audit has who disabled and enabled a token, and that it was refused meanwhile', async ({
  server,
  desk: { admin, holder },
}) => {
  const { token, id: tokenId } = await holder('cy', { tenantId: tenants.first })
  await admin.tokens.disable.mutate({ tokenId, version: 1 })
  for (const _ of [1, 2, 3]) await server.rest(token, '/platform/admin/session')
  await admin.tokens.enable.mutate({ tokenId, version: 2 })
  const { tokenName: actor } = await admin.session.whoAmI.query({})
  const { records } = await admin.audit.list.query({ limit: 3 })
  expect(records).toMatchObject([
    { kind: 'token.enabled', actor, tenantId: tenants.first, details: { tokenId, name: 'cy' } },
    { kind: 'token.refused', actor: 'cy', details: { reason: 'disabled', attempts: '1' } },
    { kind: 'token.disabled', actor, tenantId: tenants.first, details: { tokenId, name: 'cy' } },
  ])
})

test('a token may disable itself, cannot enable itself, and needs someone else', async ({
  desk: { admin, holder, statusOf },
}) => {
  const { token, id: tokenId, client } = await holder('leaving')
  expect(await client.tokens.disable.mutate({ tokenId, version: 1 })).toMatchObject({ isOwn: true, state: 'disabled' })
  expect(await codeIn(client.tokens.enable.mutate({ tokenId, version: 2 }))).toBe('Unauthenticated')
  await admin.tokens.enable.mutate({ tokenId, version: 2 })
  expect(await statusOf(token)).toBe(200)
})

test('enabling is a grant: it takes all that the token has; disabling does not', async ({
  desk: { admin, holder },
}) => {
  const own: readonly Permission[] = ['tokens:read', 'tokens:write']
  const { client: limited } = await holder('limited', { permissions: own })
  const { id: tokenId } = await holder('strong')
  expect(await limited.tokens.disable.mutate({ tokenId, version: 1 })).toMatchObject({ state: 'disabled' })
  expect(await codeIn(limited.tokens.enable.mutate({ tokenId, version: 2 }))).toBe('Forbidden')
  expect(await codeIn(admin.tokens.enable.mutate({ tokenId, version: 2 })), 'control').toBe('done')
})

test('a tenant administrator switches the tokens of its tenant, and sees no others', async ({ desk: { holder } }) => {
  const permissions = permissionsOf('tenant-administrator', 'tenant')
  const { client } = await holder('gil', { permissions, tenantId: tenants.first })
  const { id: own } = await holder('of first', { permissions: ['wallets:read'], tenantId: tenants.first })
  const others = [
    await holder('of second', { permissions: ['wallets:read'], tenantId: tenants.second }),
    await holder('of the platform', { permissions: ['wallets:read'] }),
  ]
  expect(await codeIn(client.tokens.disable.mutate({ tokenId: own, version: 1 }))).toBe('done')
  expect(await codeIn(client.tokens.enable.mutate({ tokenId: own, version: 2 }))).toBe('done')
  for (const { id: tokenId } of others)
    expect(await codeIn(client.tokens.disable.mutate({ tokenId, version: 1 }))).toBe('NotFound')
})

test('a token of a disabled tenant is not enabled, and may be disabled', async ({ desk: { admin, holder } }) => {
  const { id: tokenId } = await holder('of second', { permissions: ['wallets:read'], tenantId: tenants.second })
  await admin.tenants.disable.mutate({ tenantId: tenants.second, version: 1 })
  expect(await codeIn(admin.tokens.disable.mutate({ tokenId, version: 1 }))).toBe('done')
  expect(await codeIn(admin.tokens.enable.mutate({ tokenId, version: 2 }))).toBe('Disabled')
  await admin.tenants.enable.mutate({ tenantId: tenants.second, version: 2 })
  expect(await codeIn(admin.tokens.enable.mutate({ tokenId, version: 2 })), 'control').toBe('done')
})

test('a disabled token changes nothing that it began before: no grant, and no activation of keys', async ({
  server,
  desk: { admin, holder },
}) => {
  const { store } = server.app
  const { token, id: tokenId } = await holder('actor')
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  server.simulator.onRequest(() => {
    asked.resolve()
    return answer.promise
  })
  const { rotate } = await operatorAt(server, token)
  const rotation = rotate(await server.credentials('copper', { account: 'disabled-token' }))
  await asked.promise
  await admin.tokens.disable.mutate({ tokenId, version: 1 })
  answer.resolve()
  const { status, body } = await rotation
  expect([status, body.error?.code, body.error?.info]).toEqual([403, 'Forbidden', ['reason=token-disabled']])
  const by = { actor: 'actor', actorTokenId: tokenId, at: Date.now() }
  const wanted = { name: 'late', permissions: ['wallets:read'], tenantId: null } as const
  const late = { ...wanted, hash: Buffer.alloc(32, 7), expiresAt: Date.now() + 60_000, ...by }
  const refusal = { kind: 'refused', failure: { code: 'Unauthenticated' } }
  expect(await store.grantToken(late)).toMatchObject(refusal)
  expect(await store.revokeSeenToken({ tokenId, seenBy: null, ...by, reason: 'late' })).toMatchObject(refusal)
})
