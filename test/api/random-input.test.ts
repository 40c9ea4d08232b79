import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { endpointNames, endpoints } from '../../shared/endpoints.ts'
import { type EndpointName, operations } from '../../shared/operations.ts'
import { test as base } from '../harness/fixtures.ts'
import { replayable } from '../harness/replayable.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { stateOf } from './bad-input.ts'
import { names } from './transports.ts'

const test = base
  /** What holds of every answer, for any request: its transport's shape, never a 5xx, and a refusal leaves nothing behind. */
  .extend(
    'send',
    { scope: 'file' },
    ({ server, token }) =>
      async (path: string, init: RequestInit = {}): Promise<Received> => {
        const before = await stateOf(server)
        const response = await server.rest(token, path, init)
        const received = { status: response.status, headers: response.headers, text: await response.text() }
        expect(received.status).toBeLessThan(500)
        expect(received.headers.get('request-id')).toBeTruthy()
        const { error, value } = outcomeOf(JSON.parse(received.text))
        met.add(error?.code ?? null)
        expect(error === null).toBe(received.status < 400)
        const reachedOperation = received.status < 400 || value !== null || received.headers.has('rotation-id')
        if (!reachedOperation) expect(await stateOf(server)).toEqual(before)
        return received
      },
  )

/** Words that mean something somewhere, so that chance gets past the first rule. */
const member = fc.oneof(
  fc.constantFrom('tenantId', 'custodianId', 'apiKey', 'secretApiKey', 'rotationId', 'onlyActive', 'limit', 'cursor'),
  fc.constantFrom('kind', 'api-version', 'id', '__proto__', 'constructor', 'toJSON', 'then', ''),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const word = fc.oneof(
  fc.constantFrom(...Object.values(tenants), ...Object.values(custodians), '999', 'true', 'False', 'rotation.ended'),
  fc.constantFrom(
    '0',
    '-1',
    '1e3',
    ' 7',
    `${2n ** 63n}`,
    '%00',
    '../..',
    '\ud800',
    'null',
    '019a0000-0000-7000-8000-000000000000',
  ),
  fc.string({ unit: 'binary', maxLength: 64 }),
)
const leaf = fc.oneof(word, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.bigInt().map(String))
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('json'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(member, tie('json'), { maxKeys: 6 }),
}))
/** What a rotation asks for, some of it missing. */
const rotation = fc.record(
  { tenantId: word, custodianId: word, apiKey: word, secretApiKey: fc.oneof(word, json) },
  { requiredKeys: ['apiKey'] },
)
const text = fc.oneof(
  { weight: 2, arbitrary: rotation.map((value) => JSON.stringify(value)) },
  { weight: 4, arbitrary: json.map((value) => JSON.stringify(value)) },
  {
    weight: 1,
    arbitrary: fc.tuple(json, fc.nat(), fc.string({ maxLength: 2 })).map(([value, at, sign]) => {
      const written = JSON.stringify(value)
      return written.slice(0, at % (written.length + 1)) + sign + written.slice(at % (written.length + 1))
    }),
  },
)

/** Every code that was answered, null for none: chance must have met them all. */
const met = new Set<string | null>()

type Received = { readonly status: number; readonly headers: Headers; readonly text: string }

type TrpcAnswer = { error?: { data: { failure: { code: string; info: string[]; value?: unknown } } } }

function outcomeOf(answer: object): { error: { code: string; info: string[] } | null; value: unknown } {
  if ('isSuccess' in answer) return answer as unknown as ReturnType<typeof outcomeOf>
  const [first] = [answer].flat() as TrpcAnswer[]
  const failure = first?.error?.data.failure ?? null
  return { error: failure, value: failure?.value ?? null }
}

const percent = (part: string) => encodeURIComponent(part.toWellFormed())
const queryOf = (members: readonly (readonly [string, string])[]) =>
  members.map(([key, value]) => `${percent(key)}=${percent(value)}`).join('&')

const name = fc.constantFrom(...names)
const endpoint = fc.constantFrom(...endpointNames)
const query = fc.array(fc.tuple(member, word), { maxLength: 4 }).map(queryOf)
/** The path of an operation with any words in its places, those of a custodian that is there as often as not. */
const segment = fc.oneof(fc.constantFrom(tenants.first, custodians.copper), word).map((part) => percent(part) || '1')
const pathOf = (operation: EndpointName, parts: readonly string[]) => {
  let at = 0
  return endpoints[operation].path.replace(/\{\w+\}/g, () => parts[at++] ?? '1')
}

describe('any JSON is answered according to the contract, never with a 5xx', () => {
  test('as the body, path and query of any REST endpoint', async ({ send }) => {
    const request = fc.tuple(endpoint, fc.array(segment, { minLength: 2, maxLength: 2 }), query, text)
    await fc.assert(
      fc.asyncProperty(request, async ([operation, parts, members, body]) => {
        const { method } = endpoints[operation]
        const path = `${pathOf(operation, parts)}${members && `?${members}`}`
        await send(path, { method, ...(method !== 'GET' && { body }) })
      }),
      replayable(300),
    )
  })

  test('as the input of any tRPC procedure, in a batch or not', async ({ send }) => {
    await fc.assert(
      fc.asyncProperty(name, text, fc.boolean(), async (operation, input, isBatch) => {
        const path = `/trpc/${operation}`
        const batch = isBatch ? 'batch=1' : ''
        const body = isBatch ? `{"0":${input}}` : input
        if (operations[operation].kind === 'query') await send(`${path}?${batch}&input=${percent(body)}`)
        else await send(`${path}?${batch}`, { method: 'POST', body })
      }),
      replayable(300),
    )
  })

  test('as any path of either transport', async ({ send }) => {
    const path = fc.tuple(
      fc.constantFrom('', 'trpc/', 'platform/admin/', 'tenant/1/'),
      fc.array(segment, { maxLength: 3 }),
    )
    await fc.assert(
      fc.asyncProperty(path, query, async ([start, parts], members) => {
        fc.pre(start !== '' || parts.join('') !== '') // That one leads to the API page.
        await send(`/${start}${parts.join('/')}?${members}`)
      }),
      replayable(200),
    )
  })

  test('and the random inputs reached the operations (control)', () => {
    expect([...met]).toEqual(expect.arrayContaining([null, 'ValidationError', 'NotFound', 'UnsupportedApiVersion']))
  })
})
