import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperationName } from '../../../shared/operations.ts'
import { operations } from '../../../shared/operations.ts'
import { requiredInput } from '../../harness/inputs.ts'
import { custodians, tenants } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { addWebhook } from '../../harness/webhooks.ts'
import { bearer, createConsole, profileAt } from './ask.ts'

let server: TestServer
const desk = createConsole()

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const forward = async (path: OperationName, input: unknown = {}, more: { token?: string; key?: string } = {}) => {
  const token = bearer(more.token ?? (await server.token()))
  return desk.forwarder.forward({ profile: profileAt(server.url), token }, { path, input, idempotencyKey: more.key })
}

const account = randomUUID()
const credentialsFor = async (mode: 'ok' | 'wrong-signature' | '500') => ({
  tenantId: tenants.first,
  custodianId: custodians.copper,
  ...(await server.credentials('copper', { mode, account })),
})

describe('forwarding to a real server', () => {
  test('returns the value of every query', async () => {
    const ofReserves = { blockchainId: '1', chainTokenId: '1', reserveAccountId: '1' }
    const seeded = {
      tenantId: tenants.first,
      custodianId: custodians.copper,
      tokenId: '1',
      walletId: '201',
      webhookId: await addWebhook(server.app.store),
      query: 'e',
      ...ofReserves,
    }
    const queries = (Object.keys(operations) as OperationName[]).filter((name) => operations[name].kind === 'query')
    for (const path of queries.filter((name) => name !== 'custodians.rotation')) {
      const given = await forward(path, requiredInput(path, seeded))
      expect(given, path).toMatchObject({ ok: true })
      expect(operations[path].output.safeParse(given.ok && given.value.output).success, path).toBe(true)
    }
  })

  test('returns a rotation with its result, its request ID and the rotation ID that the history lists', async () => {
    const given = await forward('custodians.updateApiKeys', await credentialsFor('ok'))
    expect(given).toMatchObject({
      ok: true,
      value: {
        output: { success: true },
        trace: { requestId: expect.stringMatching(/./), rotationId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      },
    })
    const one = { custodianId: custodians.copper, rotationId: given.ok && given.value.trace.rotationId }
    expect(await forward('custodians.rotation', one)).toMatchObject({
      ok: true,
      value: {
        output: { outcome: 'stored' },
        trace: { requestId: expect.stringMatching(/./), rotationId: null },
      },
    })
  })

  test('returns a wrong key as a failure with the verdict, the request ID and the rotation ID', async () => {
    const given = await forward('custodians.updateApiKeys', await credentialsFor('wrong-signature'))
    expect(given).toMatchObject({
      ok: false,
      error: {
        code: 'ValidationError',
        requestId: expect.stringMatching(/./),
        rotationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        value: { success: false, isWrongCredentials: true },
      },
    })
  })

  test('returns a provider failure without a value', async () => {
    const given = await forward('custodians.updateApiKeys', await credentialsFor('500'))
    expect(given).toMatchObject({ ok: false, error: { code: 'ProviderUnavailable', value: null } })
  })

  test('sends an Idempotency-Key, so sending the same rotation twice changes nothing', async () => {
    const credentials = await credentialsFor('ok')
    const key = randomUUID()
    const token = await server.token()
    const versions = async () =>
      (await server.trpc(token).custodians.list.query({})).map((one) => one.credentialVersion)
    const first = await forward('custodians.updateApiKeys', credentials, { token, key })
    const before = await versions()
    const second = await forward('custodians.updateApiKeys', credentials, { token, key })
    expect(second).toMatchObject({
      ok: true,
      value: { trace: { rotationId: first.ok && first.value.trace.rotationId } },
    })
    expect(await versions()).toEqual(before)
    const other = await credentialsFor('ok')
    const given = await forward('custodians.updateApiKeys', other, { token, key })
    expect(given).toMatchObject({ ok: false, error: { code: 'IdempotencyMismatch' } })
  })

  type Refused = readonly [title: string, path: OperationName, input: unknown, code: string]
  const refused: readonly Refused[] = [
    ['a rule that is broken', 'custodians.wallets', { tenantId: 'x' }, 'ValidationError'],
    ['an object that is not there', 'custodians.rotations', { custodianId: '999' }, 'NotFound'],
    ['an address that is too long', 'custodians.list', { tenantId: '1'.repeat(9_000) }, 'UriTooLong'],
    ['a body that is too large', 'custodians.updateApiKeys', { apiKey: 'x'.repeat(70_000) }, 'PayloadTooLarge'],
  ]
  test.each(refused)('%s keeps the code of the server', async (...[, path, input, code]) => {
    expect(await forward(path, input)).toMatchObject({ ok: false, error: { code } })
  })

  test('names the missing permission of a token, and reports an unknown token as invalid', async () => {
    const token = await server.token({ permissions: [] })
    expect(await forward('custodians.list', {}, { token })).toMatchObject({ ok: false, error: { code: 'Forbidden' } })
    const unknown = `srt_${'0'.repeat(49)}`
    expect(await forward('custodians.list', {}, { token: unknown })).toMatchObject({
      ok: false,
      error: { code: 'Unauthenticated' },
    })
  })

  test('reports how long to wait after too many failures', async () => {
    const waiting = async () => forward('session.whoAmI', {}, { token: `srt_${'1'.repeat(49)}` })
    for (let times = 0; times < 31; times += 1) await waiting()
    const given = await waiting()
    expect(given).toMatchObject({ ok: false, error: { code: 'TooManyRequests' } })
    expect(!given.ok && given.error.retryAfterSeconds).toBeGreaterThan(0)
  })
})

const circle: Record<string, unknown> = {}
circle.self = circle

test.each([
  ['a number too big for JSON', { custodianId: 10n }],
  ['a circle', circle],
  ['text that is not well-formed', { tenantId: '\ud800' }],
])('input with %s is refused by a rule', async (_, input) => {
  expect(await forward('custodians.list', input)).toMatchObject({ ok: false, error: { code: 'ValidationError' } })
})
