import { describe, expect } from 'vitest'
import { endpointNameOf, endpoints } from '../../shared/endpoints.ts'
import { type OperationName, operations } from '../../shared/operations.ts'
import { router } from '../../shared/router.ts'
import { startTestServer } from '../harness/server.ts'
import { exchange } from '../http/exchange.ts'
import { type Access, access } from './operation-table.ts'
import { callers, type Identity, objects, requestOf, strangers, type Transport, test } from './platform.ts'
import { routesOf } from './routes.ts'
import { names } from './transports.ts'

/** Who may read a list may read its pages. */
const table = Object.fromEntries(names.map((name) => [name, access[endpointNameOf(name)]])) as Record<
  OperationName,
  Access
>

/** Needs no token; every other route is a row of the table. */
const isPublic = (url: string) =>
  /^\/(livez|readyz|auth\/identity_provider|openapi(\.strings)?\.json|docs(\/.*)?)?$/.test(url)

/** Reads the answer to its end, so that nothing is left on the connection. */
async function statusOf(request: string | Request, init?: RequestInit): Promise<number> {
  const response = await fetch(request, init)
  await response.arrayBuffer()
  return response.status === 201 ? 200 : response.status
}

test('every operation, procedure and endpoint has a row', () => {
  expect(Object.keys(table).sort()).toEqual([...names].sort())
  expect(Object.keys(router._def.procedures).sort()).toEqual(Object.keys(table).sort())
  expect(Object.keys(endpoints).sort()).toEqual([...new Set(names.map(endpointNameOf))].sort())
})

test('every other route is listed as public, and only those answer without a token', async ({ server }) => {
  const routes = await routesOf(() => startTestServer())
  expect(routes.map(({ url }) => url)).toEqual(expect.arrayContaining(['/livez', '/readyz', '/trpc/:path']))
  const paths = names.map((name) => endpoints[endpointNameOf(name)].path.replace(/\{(\w+)\}/g, ':$1'))
  for (const { method, url } of routes) {
    const hasRow = paths.includes(url) || url === '/trpc/:path'
    expect(`${url} ${hasRow}`).toBe(`${url} ${!isPublic(url)}`)
    const path = url.replaceAll(/:\w+/g, '1').replace('*', '')
    const { status } = await exchange(server.url, { method, path, headers: [] })
    expect(`${method} ${url} ${status === 401}`).toBe(`${method} ${url} ${hasRow}`)
  }
})

describe.each(names)('%s', (name) => {
  const outcomesOf = (identity: Identity): readonly string[] =>
    identity in table[name] ? table[name][identity as keyof Access].split(' ') : objects.map(() => '401')

  const identities = [...strangers, ...callers].map((identity) => [identity, outcomesOf(identity)] as const)

  test.for(identities)('%s: %j', async ([identity, outcomes], { server, platform }) => {
    for (const transport of Object.keys(requestOf) as Transport[])
      for (const [at, outcome] of outcomes.entries()) {
        const object = objects[at] as (typeof objects)[number]
        const ask = await platform.ask(name, identity, platform.members[object])
        const before = await platform.traces()
        const status = await statusOf(requestOf[transport](server, ask))
        expect(`${transport} ${object} ${status}`).toBe(`${transport} ${object} ${outcome}`)
        const changes = outcome === '200' && operations[name].kind === 'mutation'
        if (changes) expect(await platform.traces()).not.toEqual(before)
        else expect(await platform.traces()).toEqual(before)
      }
  })
})
