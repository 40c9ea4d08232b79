import { describe, expect } from 'vitest'
import { mediaTypes } from '../../server/http/response/number-form.ts'
import { test as base } from '../harness/fixtures.ts'
import { id, tenants } from '../harness/seed.ts'
import { exchange } from '../http/exchange.ts'

const path = '/platform/admin/tenants'
const json = { 'content-type': 'application/json' }

const test = base
  .extend('config', { scope: 'file' }, { limits: { failedAuthentications: 1_000 } })
  .extend('send', { scope: 'file' }, ({ server, token }) => async (method: string, target: string, sent: Sent = {}) => {
    const { body, ...headers } = sent
    const response = await server.rest(token, target, {
      method,
      headers: { ...(body !== undefined && json), ...(headers as Record<string, string>) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { error, value } = (await response.json()) as Answer
    return { status: response.status, headers: response.headers, code: error?.code, info: error?.info, value }
  })
  .extend('tenant', async ({ send }) => {
    const { value } = await send('POST', path, { body: { name: 'New' } })
    return `${path}/${value.id}`
  })

type Sent = { readonly body?: object | undefined; readonly [header: string]: string | object | undefined }
type Answer = {
  readonly error: { readonly code: string; readonly info: readonly string[]; readonly message: string } | null
  // biome-ignore lint/suspicious/noExplicitAny: each operation answers something else.
  readonly value: any
}

test('what is created is answered 201 with its address and the ETag of its first version', async ({ send }) => {
  const created = await send('POST', path, { body: { name: 'Harbour' } })
  expect(created).toMatchObject({ status: 201, value: { name: 'Harbour', version: 1, disabled: false } })
  expect(created.headers.get('location')).toBe(`${path}/${created.value.id}`)
  expect(created.headers.get('etag')).toBe('"1"')
  const read = await send('GET', created.headers.get('location') as string)
  expect(read).toMatchObject({ status: 200, value: created.value })
  expect(read.headers.get('etag')).toBe('"1"')
  expect(read.headers.get('location')).toBeNull()
})

test('the ETag of each answer is what the next change needs', async ({ send, tenant }) => {
  let etag = (await send('GET', tenant)).headers.get('etag') as string
  for (const [method, target, body] of [
    ['PATCH', tenant, { name: 'Renamed' }],
    ['POST', `${tenant}/disable`, undefined],
    ['POST', `${tenant}/enable`, {}],
    ['DELETE', tenant, undefined],
  ] as const) {
    expect((await send(method, target, { body, 'if-match': '"999"' })).status).toBe(412)
    const changed = await send(method, target, { body, 'if-match': etag })
    expect(changed.status, `${method} ${target}`).toBe(200)
    if (method !== 'DELETE') etag = changed.headers.get('etag') as string
  }
  expect((await send('GET', tenant)).status).toBe(404)
})

describe.for([
  ['no If-Match', undefined, 428],
  ['any version', '*', 428],
  ['any version, with spaces', '  *  ', 428],
  ['an empty one', '', 400],
  ['a weak one', 'W/"1"', 400],
  ['one without quotes', '1', 400],
  ['a list that has the version', '"1", "2"', 400],
  ['a list with *', '"1", *', 400],
  ['an empty tag', '""', 400],
  ['zero', '"0"', 400],
  ['leading zeros', '"01"', 400],
  ['a sign', '"+1"', 400],
  ['a fraction', '"1.0"', 400],
  ['hexadecimal', '"0x1"', 400],
  ['the ETag of a list', '"3kTq1hZs-2"', 400],
  ['beyond int64', `"${2n ** 64n + 1n}"`, 400],
  ['2^53 + 1', `"${2n ** 53n + 1n}"`, 400],
  ['thousands of digits', `"${'1'.repeat(8_000)}"`, 400],
  ['another version', '"2"', 412],
] as const)('%s: %s', ([_, ifMatch, status]) => {
  test('no method changes anything', async ({ send, tenant }) => {
    const before = (await send('GET', tenant)).value
    const header = ifMatch === undefined ? {} : { 'if-match': ifMatch }
    for (const [method, target, body] of [
      ['PATCH', tenant, { name: 'Renamed', version: 1 }],
      ['POST', `${tenant}/disable`, { version: 1 }],
      ['DELETE', tenant, undefined],
    ] as const)
      expect((await send(method, target, { body, ...header })).status, `${method} ${target}`).toBe(status)
    expect((await send('GET', tenant)).value).toEqual(before)
  })
})

test('two If-Match headers are refused: readers of one request must not see two versions', async ({
  server,
  token,
  tenant,
}) => {
  const answer = await exchange(server.url, {
    method: 'DELETE',
    path: tenant,
    headers: [
      ['authorization', `Bearer ${token}`],
      ['if-match', '"2"'],
      ['if-match', '"1"'],
    ],
  })
  expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([400, 'BadRequest'])
})

test('a version that is another by now is answered with the current object, encoded as in a success', async ({
  send,
  server,
  token,
  tenant,
}) => {
  const { value } = await send('PATCH', tenant, { body: { name: 'Theirs' }, 'if-match': '"1"' })
  const stale = await send('PATCH', tenant, { body: { name: 'Mine' }, 'if-match': '"1"' })
  expect(stale).toMatchObject({ status: 412, code: 'PreconditionFailed', info: ['version: is 2 now, not 1'], value })
  expect(typeof stale.value.id).toBe('number')
  const strings = { accept: mediaTypes.string, 'if-match': '"1"' }
  expect((await send('DELETE', tenant, strings)).value).toEqual({ ...value, id: `${value.id}` })
  const change = server.trpc(token).tenants.update.mutate({ tenantId: `${value.id}`, version: 1, name: 'Mine' })
  const failure = { code: 'PreconditionFailed', value: { ...value, id: `${value.id}` } }
  await expect(change).rejects.toMatchObject({ data: { httpStatus: 412, failure } })
})

test('of many requests with one version exactly one wins', async ({ send, tenant }) => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => send('PATCH', tenant, { body: { name: `by ${turn}` }, 'if-match': '"1"' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)])
  const winner = answers.find(({ status }) => status === 200)
  expect((await send('GET', tenant)).value).toEqual(winner?.value)
})

test('no permission is looked at before a version is missed, and no version before an object', async ({
  server,
  tenant,
}) => {
  const reader = await server.token({ permissions: ['tenants:read'] })
  expect((await server.rest(reader, tenant, { method: 'DELETE' })).status).toBe(403)
  const own = await server.token({ tenantId: tenants.first })
  expect((await server.rest(own, tenant, { method: 'DELETE' })).status).toBe(403)
  const admin = await server.token()
  expect((await server.rest(admin, `${path}/999999`, { method: 'DELETE' })).status).toBe(428)
  const headers = { 'if-match': '"1"' }
  expect((await server.rest(admin, `${path}/999999`, { method: 'DELETE', headers })).status).toBe(404)
})

test('tokens of a disabled tenant are answered 401 at the next request, and work again once it is enabled', async ({
  send,
  server,
}) => {
  const { value } = await send('POST', path, { body: { name: 'Of tokens' } })
  const tenantId = id(value.id)
  const token = await server.token({ tenantId })
  const paths = ['/platform/admin/session', '/platform/admin/custodians', `${path}/${tenantId}`]
  const statuses = async () => Promise.all(paths.map(async (each) => (await server.rest(token, each)).status))
  let { version } = value
  for (let round = 0; round < 5; round += 1) {
    expect(await statuses(), 'repeated, so that the token is kept').toEqual([200, 200, 200])
    expect(await statuses()).toEqual([200, 200, 200])
    const disabled = await send('POST', `${path}/${tenantId}/disable`, { 'if-match': `"${version}"` })
    expect(await statuses()).toEqual([401, 401, 401])
    const refused = (await (await server.rest(token, '/platform/admin/session')).json()) as Answer
    expect(refused.error).toMatchObject({ code: 'Unauthenticated', message: expect.stringContaining('disabled') })
    const enabled = await send('POST', `${path}/${tenantId}/enable`, { 'if-match': `"${disabled.value.version}"` })
    version = enabled.value.version
  }
  const { records } = await server.trpc(await server.token()).audit.list.query({ kind: 'token.refused', tenantId })
  expect(records).toMatchObject([{ details: { reason: 'tenant-disabled' } }])
})

test('another method on these paths is refused with all that they take', async ({ send, tenant }) => {
  const refused = async (method: string, target: string) => (await send(method, target)).headers.get('allow')
  expect(await refused('PUT', path)).toBe('GET, HEAD, POST')
  expect(await refused('PUT', tenant)).toBe('GET, HEAD, PATCH, DELETE')
  expect(await refused('GET', `${tenant}/disable`)).toBe('POST')
})
