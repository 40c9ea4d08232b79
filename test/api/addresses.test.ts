import { describe, expect } from 'vitest'
import { endpointNames, endpoints } from '../../shared/endpoints.ts'
import type { Failure } from '../../shared/failure.ts'
import { type EndpointName, operations } from '../../shared/operations.ts'
import { router } from '../../shared/router.ts'
import { test as base } from '../harness/fixtures.ts'
import { custodians, id, tenants } from '../harness/seed.ts'
import { type names, restTarget } from './transports.ts'

const test = base.extend(
  'codeOf',
  { scope: 'file' },
  ({ server, token }) =>
    async (path: string, init: RequestInit = {}) => {
      const answer = await server.rest(token, path, init)
      const { error } = (await answer.json()) as { error: { code: string; info: string[] } | null }
      return { status: answer.status, code: error?.code ?? null, info: error?.info ?? [], headers: answer.headers }
    },
)

/** The path of an operation for a custodian that is there, and how to call it. */
function callOf(name: EndpointName) {
  const input = { tenantId: tenants.first, custodianId: custodians.copper, rotationId: crypto.randomUUID() }
  const { method } = endpoints[name]
  const headers = { 'if-match': '"999999"' }
  return { path: restTarget({ name, input }).path, init: { method, headers, ...(method !== 'GET' && { body: '{}' }) } }
}

describe.each(endpointNames)('the REST address of %s', (name) => {
  const { path, init } = callOf(name)

  test.for(['', '1', '1.0', 'null'])('takes api-version=%s', async (version, { codeOf }) => {
    const { code } = await codeOf(`${path}?api-version=${version}`, init)
    expect(code).toBe((await codeOf(path, init)).code)
    expect(code).not.toBe('UnsupportedApiVersion')
  })

  test.for(['2', '1.1', '01', 'v1', 'NULL', 'null,1', '1,1'])('refuses api-version=%s', async (version, { codeOf }) => {
    expect(await codeOf(`${path}?api-version=${version}`, init)).toMatchObject({
      status: 400,
      code: 'UnsupportedApiVersion',
    })
  })

  test('refuses an unknown member, and every duplicate member', async ({ codeOf, server }) => {
    const before = await server.data.truth.everything()
    const unknown = await codeOf(`${path}?colour=red`, init)
    expect(unknown).toMatchObject({ status: 400, code: 'ValidationError' })
    expect(unknown.info).toEqual(
      expect.arrayContaining([expect.stringMatching(/^input: has 1 member not known here; known are /)]),
    )
    const twice = await codeOf(`${path}?colour=1&colour=1&b=1&api-version=1&%61pi-version=1`, init)
    expect(twice).toMatchObject({
      status: 400,
      info: ['query: a member is given twice', 'api-version: is given twice'],
    })
    expect(await server.data.truth.everything()).toEqual(before)
  })

  test('states the API version in every answer, successful or not', async ({ codeOf }) => {
    for (const answer of [
      await codeOf(path, init),
      await codeOf(`${path}?x=1`, init),
      await codeOf(path, { method: 'OPTIONS' }),
    ])
      expect(answer.headers.get('api-supported-versions')).toBe('1.0')
  })

  test('answers another method with the allowed ones', async ({ codeOf }) => {
    const ofPath = Object.values(endpoints).filter((other) => other.path === endpoints[name].path)
    const allowed = ofPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const answer = await codeOf(path, { method: allowed.includes('GET') ? 'PUT' : 'GET' })
    expect(answer).toMatchObject({ status: 405, code: 'MethodNotAllowed' })
    expect(answer.headers.get('allow')).toBe(allowed.join(', '))
  })
})

test('members of the path or the body are not read from the query, so that no secret is in a URL', async ({
  codeOf,
  server,
}) => {
  const credentials = await server.credentials('copper')
  const { path } = callOf('custodians.updateApiKeys')
  const query = new URLSearchParams({ tenantId: tenants.first, ...credentials })
  expect(await codeOf(`${path}?${query}`, { method: 'PUT' })).toMatchObject({ status: 400, code: 'ValidationError' })
  const wallets = callOf('custodians.wallets').path
  expect(await codeOf(`${wallets}?custodianId=${custodians.copper}`)).toMatchObject({ status: 400 })
  expect(server.simulator.counters.total()).toBe(0)
})

test('the custodian in the path overrides the one in the body', async ({ codeOf, server }) => {
  const credentials = await server.credentials('copper')
  const body = JSON.stringify({ tenantId: tenants.first, custodianId: id(999), ...credentials })
  expect((await codeOf(callOf('custodians.updateApiKeys').path, { method: 'PUT', body })).status).toBe(200)
})

test('a body can be omitted if the path has every member, even with a content type', async ({ codeOf }) => {
  const { path } = callOf('custodians.checkApiKeys')
  const headers = { 'content-type': 'application/json' }
  for (const init of [{ method: 'POST' }, { method: 'POST', headers }, { method: 'POST', body: '{}' }])
    expect((await codeOf(path, init)).status).toBe(200)
})

describe('the tRPC address', () => {
  const [queries, mutations] = (['query', 'mutation'] as const).map((kind) =>
    Object.keys(router._def.procedures).filter((name) => operations[name as (typeof names)[number]].kind === kind),
  ) as [string[], string[]]

  const codeIn = (text: string) =>
    (JSON.parse(text) as { error?: { data: { failure: Failure } } }).error?.data.failure.code

  test.for(mutations)('of %s refuses GET and lists the allowed methods, as JSON', async (name, { server, token }) => {
    for (const headers of [{}, { 'content-type': 'multipart/form-data; boundary=x' }]) {
      const answer = await server.rest(token, `/trpc/${name}`, { headers })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      expect(await answer.json()).toMatchObject({ error: { data: { failure: { code: 'MethodNotAllowed' } } } })
    }
  })

  test.for(queries)(
    'of %s also accepts POST, for input that is too long for a URL',
    async (name, { server, token }) => {
      const input = { custodianId: '999', tenantId: '999', rotationId: crypto.randomUUID() }
      const statuses = await Promise.all(
        [`?input=${encodeURIComponent(JSON.stringify(input))}`, ''].map(async (query) => {
          const init = query
            ? { headers: { 'content-type': 'multipart/form-data' } }
            : { method: 'POST', body: JSON.stringify(input) }
          const answer = await server.rest(token, `/trpc/${name}${query}`, init)
          return [answer.status, answer.headers.get('content-type'), codeIn(await answer.text())]
        }),
      )
      expect(statuses[0]?.[0]).not.toBe(405)
      expect(statuses[1]).toEqual(statuses[0])
    },
  )

  test.for(['HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('refuses %s', async (method, { server, token }) => {
    const answer = await server.rest(token, '/trpc/session.whoAmI', { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST'])
  })

  test.for([
    ['input=%7B%7D&input=%7B%7D', 'input: is given twice'],
    ['colour=red', 'query: has 1 member not known here; known are batch, input'],
    ['connectionParams=1', 'query: has 1 member not known here; known are batch, input'],
    ['input=%FF', 'query: is not valid UTF-8, percent-encoded'],
    ['input=%7B', 'input: is not JSON'],
    ['input=%7B%22a%22%3A1%2C%22%5Cu0061%22%3A2%7D', 'input: has a duplicate member'],
    ['batch=1&input=5', 'input: must be an object with the input of each call'],
    ['input=5', 'input: must be an object'],
  ] as const)('refuses ?%s', async ([query, line], { server, token }) => {
    const answer = await server.rest(token, `/trpc/custodians.list?${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: {
        data: { failure: { code: 'ValidationError', info: [line], requestId: answer.headers.get('request-id') } },
      },
    })
  })

  test.for([
    '',
    'constructor',
    '__proto__',
    'custodians',
    'custodians.toString',
    '%25',
    '%2525',
    'a/b',
    'custodians.list,',
  ])('has no procedure "%s"', async (path, { server, token }) => {
    const answer = await server.rest(token, `/trpc/${path}`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { data: { failure: { code: 'NotFound' } } } })
  })

  test('is never cached', async ({ server, token }) => {
    expect((await server.rest(token, '/trpc/session.whoAmI')).headers.get('cache-control')).toBe('no-store')
  })
})
