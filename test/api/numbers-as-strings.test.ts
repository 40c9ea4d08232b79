import { describe, expect } from 'vitest'
import { contentTypes, mediaTypes } from '../../server/http/response/number-form.ts'
import { type OperationName, operations } from '../../shared/operations.ts'
import { asExactlyRead, readExactly } from '../harness/exact.ts'
import { test as base } from '../harness/fixtures.ts'
import { requiredInput } from '../harness/inputs.ts'
import { custodians, id, tenants } from '../harness/seed.ts'
import { addDelivered, addWebhook } from '../harness/webhooks.ts'
import { type Ask, names, restRequest } from './transports.ts'

let rotationId: string

const test = base
  .extend(
    'get',
    { scope: 'file' },
    ({ server, token }) =>
      (path: string, accept?: string, headers: Record<string, string> = {}) =>
        server.rest(token, path, { headers: { ...(accept !== undefined && { accept }), ...headers } }),
  )
  .extend('askOf', { scope: 'file' }, ({ server, token }) => async (name: OperationName): Promise<Ask> => {
    const credentials = await server.credentials('copper', { account: 'strings' })
    const ofReserves = { blockchainId: '1', chainTokenId: '1', reserveAccountId: '1' }
    const of = { tenantId: tenants.second, custodianId: custodians.large, walletId: '401' }
    const given = { ...of, ...ofReserves, rotationId, tokenId: '1', webhookId: '1', query: 'e', ...credentials }
    const isPageOfObject = /^(custodians\.(wallets|rotations)|webhooks\.deliveries)Page$/.test(name)
    return { name, token, input: { ...requiredInput(name, given), ...(isPageOfObject && { limit: '1' }) } }
  })

test.beforeAll(async ({ server, token }) => {
  await addDelivered(server.app.store, await addWebhook(server.app.store, { id: id(1) }))
  const input = {
    tenantId: tenants.second,
    custodianId: custodians.large,
    ...(await server.credentials('copper', { account: 'strings' })),
  }
  const rotated = await fetch(restRequest(server, { name: 'custodians.updateApiKeys', input, token }))
  rotationId = rotated.headers.get('rotation-id') as string
})

const reserves = '/platform/admin/reports/reserves'

describe('a read', () => {
  test.for(names.filter((name) => operations[name].kind === 'query'))(
    '%s returns every ID and amount as a string on request',
    async (name, { askOf, server }) => {
      const ask = await askOf(name)
      const [numbers, strings] = await Promise.all([
        fetch(restRequest(server, ask)),
        fetch(restRequest(server, { ...ask, headers: { accept: mediaTypes.string } })),
      ])
      expect([strings.status, strings.headers.get('content-type')]).toEqual([200, contentTypes.string])
      expect([numbers.status, numbers.headers.get('content-type')]).toEqual([200, contentTypes.number])
      const text = await strings.text()
      expect(asExactlyRead(JSON.parse(text))).toEqual(readExactly(await numbers.text()))
      expect(text).not.toMatch(/"(\w*[iI]d|sequence|reserveAmount|nextCursor)":-?\d/)
    },
  )
})

test('control: the default form has IDs and amounts as number tokens, byte for byte unchanged', async ({ get }) => {
  const answer = await get(reserves)
  expect(await answer.text()).toBe(
    '{"isSuccess":true,"isFailure":false,"error":null,"value":[' +
      '{"tokenSymbol":"USDX","reserveAmount":123456789012.345678901234567889,"transactionCount":2,' +
      '"lastTransactionDate":"2026-01-02T03:04:05.000Z","blockchain":"Ethereum"},' +
      '{"tokenSymbol":"WBTC","reserveAmount":21000000,"transactionCount":1,' +
      '"lastTransactionDate":"2026-01-02T03:04:05.000Z","blockchain":"Bitcoin"}]}',
  )
  expect(await (await get(reserves, mediaTypes.string)).text()).toContain(
    '"reserveAmount":"123456789012.345678901234567889","transactionCount":2,',
  )
})

test.for([
  ['updateApiKeys', 'PUT', 'update_api_keys'],
  ['validateApiKeys', 'POST', 'validate_api_keys'],
  ['checkApiKeys', 'POST', 'check_api_keys'],
] as const)(
  'custodians.%s accepts IDs as strings and answers in the requested form',
  async ([name, method, path], { askOf, server, token }) => {
    const { input = {} } = await askOf(`custodians.${name}`)
    const { custodianId, ...body } = input
    const answer = await server.rest(token, `/platform/admin/custodians/${custodianId}/${path}`, {
      method,
      headers: { accept: mediaTypes.string, 'content-type': mediaTypes.string },
      body: JSON.stringify(body),
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, contentTypes.string])
  },
)

describe('the form of an answer', () => {
  test.for([
    ['application/json; numbers=string', 'string'],
    ['application/json;numbers="string"', 'string'],
    ['APPLICATION/JSON ; Numbers=String', 'string'],
    ['application/json; charset=utf-8; numbers=string', 'string'],
    ['application/json;q=0.5;numbers=string', 'string'],
    ['text/html, application/json; numbers=string;q=0.9, */*;q=0.1', 'string'],
    ['application/json, application/json; numbers=string', 'string'],
    ['application/json; numbers=string;q=0.2, application/json;q=0.8', 'number'],
    ['application/json; numbers=string;q=0, */*', 'number'],
    ['application/json; numbers=strings, */*', 'number'],
    ['text/plain; note="application/json; numbers=string", */*', 'number'],
    ['application/json', 'number'],
    ['application/*', 'number'],
    ['*/*', 'number'],
    ['text/html', 'number'],
    ['', 'number'],
  ] as const)('for "Accept: %s" is "%s"', async ([accept, form], { get }) => {
    const answer = await get(reserves, accept)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, contentTypes[form]])
  })

  test.for([
    'application/json; numbers=strings',
    'application/json; numbers=float, text/html',
    'application/json; numbers=string; q=0',
    'text/plain; note="application/json; numbers=string"',
    `application/json; numbers=string${', text/x-long'.repeat(100)}`,
  ])('for "Accept: %s", which allows neither, is 400', async (accept, { get }) => {
    const answer = await get(reserves, accept)
    expect([answer.status, readExactly(await answer.text())]).toMatchObject([
      400,
      {
        error: {
          code: 'ValidationError',
          info: ['Accept: must allow application/json or application/json; numbers=string'],
        },
      },
    ])
  })
})

test.for([
  ['an unknown path', '/nowhere', {}],
  ['a path that is not UTF-8', '/%zz', {}],
  ['an object that is not there', '/tenant/1/custodians/999/wallets', {}],
  ['an id that is none', '/tenant/1/custodians/x/wallets', {}],
  ['an unknown member', `${reserves}?color=red`, {}],
  ['another method', reserves, { method: 'POST' }],
  [
    'a body of another type',
    '/platform/admin/custodians/12/update_api_keys',
    { method: 'PUT', body: 'x', headers: { 'content-type': 'text/plain' } },
  ],
  ['no token', reserves, { headers: { authorization: 'none' } }],
] as const)('%s is answered in the requested form, with the same bytes', async ([_, path, init], { server, token }) => {
  const askWith = async (accept: string) => {
    const headers = { accept, authorization: `Bearer ${token}`, ...('headers' in init && init.headers) }
    const answer = await fetch(server.url + path, { ...init, headers })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const strings = await askWith(mediaTypes.string)
  const numbers = await askWith('*/*')
  expect(strings.headers.get('content-type')).toBe(contentTypes.string)
  expect([strings.headers.get('vary'), numbers.headers.get('vary')]).toEqual(['accept', 'accept'])
  expect([strings.status, strings.text]).toEqual([numbers.status, numbers.text])
  expect(strings.status).toBeGreaterThanOrEqual(400)
})

describe.each([reserves, `/tenant/${tenants.second}/custodians/${custodians.large}/wallets`])('GET %s', (path) => {
  test('caches one answer per form, each with its own ETag, for alternating callers', async ({ get }) => {
    const seen = { number: new Set<string>(), string: new Set<string>() }
    for (let round = 0; round < 3; round += 1)
      for (const form of ['number', 'string'] as const)
        for (const encoding of ['zstd', 'br', 'gzip', 'identity']) {
          const { headers } = await get(path, mediaTypes[form], { 'accept-encoding': encoding })
          expect([headers.get('vary'), headers.get('content-type')]).toEqual([
            'accept, accept-encoding',
            contentTypes[form],
          ])
          seen[form].add(headers.get('etag') as string)
        }
    expect([seen.number.size, seen.string.size]).toEqual([1, 1])
    expect([...seen.number]).not.toEqual([...seen.string])
  })

  test('answers 304 to the ETag of the requested form, and a full answer to that of the other', async ({ get }) => {
    const etags = await Promise.all(
      [mediaTypes.number, mediaTypes.string].map(async (type) => (await get(path, type)).headers.get('etag') as string),
    )
    const statuses = await Promise.all(
      [mediaTypes.number, mediaTypes.string].flatMap((type) =>
        etags.map(async (etag) => (await get(path, type, { 'if-none-match': etag })).status),
      ),
    )
    expect(statuses).toEqual([304, 200, 200, 304])
  })
})

test('health is answered in the requested form; the documents and tRPC, whose IDs are always strings, have one form', async ({
  get,
}) => {
  for (const [path, type] of [
    ['/livez', contentTypes.string],
    ['/readyz', contentTypes.string],
    ['/openapi.json', 'application/json; charset=utf-8'],
    ['/trpc/reports.reserves?input={}', 'application/json'],
    ['/trpc/session.whoAmI', 'application/json'],
    ['/trpc/nothing', 'application/json; charset=utf-8'],
  ] as const)
    expect([path, (await get(path, mediaTypes.string)).headers.get('content-type')]).toEqual([path, type])
})
