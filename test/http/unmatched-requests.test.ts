import { METHODS } from 'node:http'
import { expect } from 'vitest'
import { endpoints } from '../../shared/endpoints.ts'
import { test } from '../harness/fixtures.ts'
import { failureFault, outcomeOf } from './contract.ts'
import { exchange } from './exchange.ts'

let headers: readonly (readonly [string, string])[]

test.beforeAll(async ({ server }) => {
  headers = [['authorization', `Bearer ${await server.token()}`]]
})

/** Every method that Node reads, TRACE and QUERY among them; CONNECT names no path. */
const methods = METHODS.filter((method) => method !== 'CONNECT' && method !== 'HEAD')

const paths = [...Map.groupBy(Object.values(endpoints), ({ path }) => path)].map(([path, all]) => ({
  path,
  allowed: all.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
}))

test.for(paths)('$path accepts only $allowed and says so', async ({ path, allowed }, { server }) => {
  for (const other of methods.filter((name) => !allowed.includes(name))) {
    const answer = await exchange(server.url, { method: other, path, headers })
    expect(outcomeOf(answer)).toBe('405 MethodNotAllowed')
    expect(answer.headers.allow).toBe(allowed.join(', '))
    expect(failureFault(answer)).toBeNull()
  }
})

test.for(['/platform/admin/tenants', '/tenant/1/custodians/2/wallets', '/trpc/custodians.list'])(
  '%s says what it accepts only to a caller with a token, and before it reads a body',
  async (path, { server }) => {
    const sent = { method: 'TRACE', path: `${path.replace('/t', '/%74')}?x=1`, body: '{"a":' }
    const type = ['content-type', 'application/json'] as const
    expect((await exchange(server.url, { ...sent, headers: [type] })).status).toBe(401)
    const answer = await exchange(server.url, { ...sent, headers: [...headers, type] })
    expect(answer).toMatchObject({ status: 405, headers: { allow: expect.stringMatching(/^GET/) } })
  },
)

test.for(['/platform/admin/nothing', '/api/platform/reports/reserves', '/docs/static/nothing.js'])(
  '%s is not found',
  async (path, { server }) => {
    const answer = await exchange(server.url, { method: 'GET', path, headers })
    expect(outcomeOf(answer)).toBe('404 NotFound')
    expect(failureFault(answer)).toBeNull()
  },
)

test.for(['GET', 'HEAD'])(
  '%s of the printed URL redirects to the API page, without a token',
  async (method, { server }) => {
    const answer = await exchange(server.url, { method, path: '/', headers: [] })
    expect(answer).toMatchObject({ status: 302, body: '', headers: { location: '/docs' } })
    expect(outcomeOf(await exchange(server.url, { method: 'POST', path: '/', headers }))).toBe('404 NotFound')
  },
)

test.for(Object.values(endpoints).filter(({ method }) => method === 'GET'))(
  'HEAD of $path is answered like GET, without the body',
  async ({ path }, { server }) => {
    const filled = path.replace('{tenantId}', '1').replace('{id}', '12').replace('{rotationId}', '0')
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => exchange(server.url, { method, path: filled, headers })),
    )
    expect(head?.status).toBe(get?.status)
    expect(head?.body).toBe('')
    expect(head?.headers['content-length']).toBe(get?.headers['content-length'])
  },
)
