import { describe, expect } from 'vitest'
import { endpointNameOf, endpoints } from '../../shared/endpoints.ts'
import type { Operation } from '../../shared/operation.ts'
import { operations } from '../../shared/operations.ts'
import { Permission } from '../../shared/permissions.ts'
import { router } from '../../shared/router.ts'
import { test as base } from '../harness/fixtures.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'
import { account, cases } from './operation-table.ts'
import { type Answer, type Ask, names, transports } from './transports.ts'

const test = base
  .extend('config', { scope: 'file' }, { limits: { failedAuthentications: 1_000 } })
  .extend(
    'askAll',
    { scope: 'file' },
    ({ server }) =>
      async (ask: (transport: keyof typeof transports) => Ask | Promise<Ask>) => {
        const answers: Partial<Record<keyof typeof transports, Answer>> = {}
        for (const transport of Object.keys(transports) as (keyof typeof transports)[])
          answers[transport] = await transports[transport](server, await ask(transport))
        return answers as Record<keyof typeof transports, Answer>
      },
  )
  .extend(
    'expectAlike',
    { scope: 'file' },
    ({ askAll }) =>
      async (ask: Parameters<typeof askAll>[0]): Promise<Answer> => {
        const answers = await askAll(ask)
        expect(comparable(answers.tRPC)).toEqual(comparable(answers.REST))
        expect(comparable(answers['batched tRPC'])).toEqual(comparable(answers.REST))
        return answers.REST
      },
  )

test.beforeAll(async ({ server, token }) => {
  const credentials = await server.credentials('copper', { account })
  const input = { tenantId: tenants.first, custodianId: custodians.copper, ...credentials }
  await transports.REST(server, { name: 'custodians.updateApiKeys', input, token })
})

/** What a rotation is called differs by nature; that there is one does not. */
const comparable = ({ rotationId, info, value, ...answer }: Answer) => ({
  ...answer,
  value: withoutNew(value),
  info: info?.map(withoutKnown) ?? null,
  isRotation: rotationId !== null,
})

const ownMembers = [
  'id',
  'name',
  'token',
  'createdAt',
  'expiresAt',
  'disabledAt',
  'revokedAt',
  'frozenAt',
  'address',
  'icon',
  'secret',
  'previousSecretUntil',
  'webhookId',
  'eventId',
  'at',
  'dueAt',
  'attempts',
]

/** Each transport changes an object of its own. */
function withoutNew(value: unknown): unknown {
  const isItem =
    typeof value === 'object' && value !== null && ['version', 'frozenAt', 'eventId'].some((name) => name in value)
  if (!isItem) return value
  const own = Object.fromEntries(ownMembers.filter((name) => name in value).map((name) => [name, null]))
  return { ...value, ...own }
}

/** REST knows what cuts a list into pages wherever the list is; tRPC has a procedure of its own for that. */
const withoutKnown = (line: string) =>
  line.replace(/known are limit, cursor$/, 'known are none').replace(/, limit, cursor$/, '')

test('every operation has a procedure, an endpoint and a row', () => {
  expect(Object.keys(router._def.procedures).sort()).toEqual([...names].sort())
  expect(Object.keys(endpoints).sort()).toEqual([...new Set(names.map(endpointNameOf))].sort())
  expect(Object.keys(cases).sort()).toEqual([...names].sort())
  for (const name of names) {
    expect(cases[name].some(({ status }) => status === 200)).toBe(true)
    expect(cases[name].some(({ status }) => status >= 400)).toBe(true)
  }
})

describe.each(names)('%s answers the same over every transport', (name) => {
  test.for(cases[name])('$title: $status', async ({ status, input }, { expectAlike, server, token }) => {
    const answer = await expectAlike(async () => ({
      name,
      token,
      input: typeof input === 'function' ? await input(server) : input,
    }))
    expect(answer.status).toBe(status)
    expect(answer.code === null).toBe(status === 200)
    if (answer.code === 'ValidationError') expect(answer.info).not.toEqual([])
  })

  test.for([
    ['no token', null],
    ['a malformed token', 'srt_x'],
  ] as const)('%s: 401', async ([_, wrong], { expectAlike }) => {
    expect(await expectAlike(() => ({ name, token: wrong }))).toMatchObject({ status: 401, code: 'Unauthenticated' })
  })

  const { permission, platformOnly }: Operation = operations[name]

  if (permission)
    test('a token without the permission: 403, for any input', async ({ expectAlike, server }) => {
      const permissions = Permission.options.filter((other) => other !== permission)
      const lacking = await server.token({ permissions })
      const answer = await expectAlike(() => ({ name, token: lacking, input: { unknown: 'x' } }))
      expect(answer).toMatchObject({ status: 403, info: [`permission: ${permission} is missing`] })
    })

  if (platformOnly)
    test("a tenant's token: 403", async ({ expectAlike, server }) => {
      const tenants1 = await server.token({ tenantId: tenants.first })
      expect(await expectAlike(() => ({ name, token: tenants1 }))).toMatchObject({ status: 403, code: 'Forbidden' })
    })
})

test('a key that was rejected too often is not tried again, and both transports return Retry-After', async ({
  askAll,
  server,
  token,
}) => {
  const credentials = await server.credentials('copper', { account, mode: 'wrong-signature' })
  const input = { tenantId: tenants.first, custodianId: custodians.copper, ...credentials }
  const ask = { name: 'custodians.validateApiKeys', token, input } as const
  for (const transport of [transports.REST, transports.tRPC, transports.REST])
    expect((await transport(server, ask)).status).toBe(400)
  const asked = server.simulator.counters.total()
  const answers = Object.values(await askAll(() => ask))
  for (const { status, code, retryAfter } of answers) {
    expect({ status, code }).toEqual({ status: 429, code: 'TooManyRequests' })
    expect(Number(retryAfter)).toBeGreaterThan(0)
  }
  expect(server.simulator.counters.total()).toBe(asked)
})

test('while a rotation is in progress, both transports answer 409 with its stage', async ({
  expectAlike,
  server,
  token,
}) => {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const stop = server.simulator.onRequest(() => {
    arrived.resolve()
    return released.promise
  })
  const update = async (): Promise<Ask> => ({
    name: 'custodians.updateApiKeys',
    token,
    input: {
      tenantId: tenants.first,
      custodianId: custodians.copper,
      ...(await server.credentials('copper', { account })),
    },
  })
  const open = transports.REST(server, await update())
  await arrived.promise
  const rotations = { name: 'custodians.rotations', token, input: { custodianId: custodians.copper } } as const
  expect((await expectAlike(() => rotations)).value).toEqual(
    expect.arrayContaining([expect.objectContaining({ stage: 'sent', outcome: null })]),
  )
  expect(await expectAlike(update)).toMatchObject({ status: 409, code: 'RotationInProgress' })
  stop()
  released.resolve()
  expect((await open).status).toBe(200)
})

test('an internal error reveals no details over either transport', async () => {
  const bug = () => {
    throw new Error('the vault code is 1234')
  }
  await using faulty = await startTestServer({}, { validator: { checkLocally: bug, probe: bug } })
  const input = { tenantId: tenants.first, custodianId: custodians.copper, apiKey: 'a', secretApiKey: 'b' }
  const ask = { name: 'custodians.validateApiKeys', token: await faulty.token(), input } as const
  for (const transport of Object.values(transports)) {
    const answer = await transport(faulty, ask)
    expect(answer).toMatchObject({ status: 500, code: 'UnexpectedError', info: [], value: null })
    expect(JSON.stringify(answer)).not.toContain('1234')
  }
})
