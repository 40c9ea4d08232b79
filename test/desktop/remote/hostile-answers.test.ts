import { memoryUsage } from 'node:process'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConsoleFailure } from '../../../desktop/bridge/failures.ts'
import { type OperationName, operations } from '../../../shared/operations.ts'
import type { Result } from '../../../shared/result.ts'
import { t } from '../harness/words.ts'
import { anyToken, bearer, createConsole, profileAt } from './ask.ts'
import { type HostileServer, startHostileServer } from './hostile-server.ts'
import { nastyAnswers, whole } from './nasty-answers.ts'

let server: HostileServer
const desk = createConsole()
const impatient = createConsole({ answerMs: 500 })

beforeAll(async () => {
  server = await startHostileServer()
})
beforeEach(() => server.turn({ nasty: null, payload: 'text', values: {} }))
afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await impatient[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const ask = (path: OperationName, { forwarder } = desk): Promise<Result<unknown, ConsoleFailure>> =>
  forwarder.forward({ profile: profileAt(server.url), token: bearer(anyToken()) }, { path, input: {} })

const textIn = (given: Result<unknown, ConsoleFailure>) =>
  given.ok ? 'ok' : `${given.error.message} ${given.error.info.join(' | ')}`

describe.each(Object.entries(nastyAnswers))('%s', (_, [nasty, code, text]) => {
  const by = text.test(t('network:fault.responseTimeout')) ? impatient : desk

  test('is a readable failure of a query, which is sent once', async () => {
    server.turn({ nasty })
    const before = server.requests.length
    const given = await ask('custodians.list', by)
    expect(given).toMatchObject({ ok: false, error: { code } })
    expect(textIn(given)).toMatch(text)
    expect(server.requests.length - before).toBe(1)
  })

  test('leaves the outcome of a mutation unknown, which is sent once', async () => {
    server.turn({ nasty })
    const before = server.requests.length
    const given = await ask('custodians.updateApiKeys', by)
    expect(given).toMatchObject({ ok: false, error: { code: code === 'QuorumMissing' ? code : 'NoAnswer' } })
    expect(server.requests.length - before).toBe(1)
  })
})

test('a hostile server that follows the schema is understood on every operation (control)', async () => {
  for (const path of Object.keys(operations) as OperationName[])
    expect(await ask(path), path).toMatchObject({ ok: true })
})

test('an answer over the size limit is not kept in memory', async () => {
  server.turn({ nasty: nastyAnswers['a gzip bomb']?.[0] ?? null })
  const before = memoryUsage.rss()
  await ask('custodians.list')
  expect(memoryUsage.rss() - before).toBeLessThan(256 * 1024 * 1024)
})

describe('a newer server', () => {
  const row = { id: '1', name: 'A', tenantId: '1', provider: 'copper', credentialVersion: 0, lastRotatedAt: null }
  const known = { ...row, state: 'in-force' }
  const at = '2030-01-01T00:00:00.000Z'
  const ids = { tenantId: null, custodianId: null, rotationId: null }
  const auditOf = (kind: string) => ({
    records: [{ sequence: '1', at, kind, actor: 'desk', ...ids, details: {}, hash: 'ab' }],
    nextCursor: null,
  })

  test('may send unknown members, which are dropped', async () => {
    server.turn({ values: { 'custodians.list': [{ ...known, colour: 'red', nested: { a: 1 } }] } })
    expect(await ask('custodians.list')).toEqual({
      ok: true,
      value: { output: [known], trace: { requestId: 'hostile-1', rotationId: null } },
    })
  })

  test('may send unknown permissions, which are dropped', async () => {
    const versions = { serverVersion: '9.0.0', contractVersion: '1.0' }
    const permissions = ['custodians:read', 'quorum:vote']
    const session = { tokenName: 'desk', permissions, tenant: null, expiresAt: at, ...versions }
    server.turn({ values: { 'session.whoAmI': session } })
    expect(await ask('session.whoAmI')).toMatchObject({
      ok: true,
      value: { output: { permissions: ['custodians:read'] } },
    })
  })

  test('may send unknown kinds of audit records, which are shown by name', async () => {
    server.turn({ values: { 'audit.list': auditOf('quorum.voted') } })
    expect(await ask('audit.list')).toMatchObject({
      ok: true,
      value: { output: { records: [{ kind: 'quorum.voted' }] } },
    })
    server.turn({ values: { 'audit.list': auditOf('<script>') } })
    expect(await ask('audit.list')).toMatchObject({ ok: false, error: { code: 'AnswerUnreadable' } })
  })

  const rotation = { rotationId: '01900000-0000-7000-8000-000000000001', custodianId: '1', operator: 'Ada' }
  const ended = { ...rotation, reason: null, credentialVersion: 3, startedAt: at, endedAt: at, retryOf: null }

  test.each([
    ['custodians.list', { ...known, state: 'frozen', provider: 'vault9' }],
    ['custodians.rotations', { ...ended, stage: 'countersigned', outcome: 'parked', verdict: 'on-hold' }],
  ] as const)('may send new words in %s, which are passed on unchanged', async (path, given) => {
    server.turn({ values: { [path]: [given] } })
    expect(await ask(path)).toMatchObject({ ok: true, value: { output: [given] } })
  })

  test.each([
    ['markup', '<b>frozen</b>'],
    ['a text', 'active, but not quite'],
    ['nothing', ''],
    ['no text', 7],
    ['words without end', 'x'.repeat(100)],
  ])('is unreadable where the state of keys is not a word but %s', async (_, state) => {
    server.turn({ values: { 'custodians.list': [{ ...known, state }] } })
    expect(await ask('custodians.list')).toMatchObject({ ok: false, error: { code: 'AnswerUnreadable' } })
  })

  test('is unreadable where a known member has the wrong type, with up to three lines that say where', async () => {
    server.turn({ values: { 'custodians.list': [1, 2, 3, 4, 5].map((id) => ({ ...known, id })) } })
    const given = await ask('custodians.list')
    expect(given).toMatchObject({ ok: false, error: { code: 'AnswerUnreadable' } })
    expect(!given.ok && given.error.info).toHaveLength(3)
    expect(textIn(given)).toMatch(/0\.id: .*1\.id: .*2\.id: .*2 more/)
  })
})

test('a failure keeps the IDs and the wait of its headers, and its value only if the operation declares it', async () => {
  const value = { success: false, validationStatus: false, message: 'no', isWrongCredentials: true, extra: 1 }
  const failure = { code: 'ValidationError', message: 'No.', info: ['a'], value }
  const more = 'request-id: r-1\r\nrotation-id: o-1\r\nretry-after: 7\r\n'
  const refusal = (body: object) =>
    whole(JSON.stringify({ error: { data: { failure: body } } }), { status: '400 No', more })
  server.turn({ nasty: refusal(failure) })
  const { extra: _, ...kept } = value
  const facts = { requestId: 'r-1', rotationId: 'o-1', retryAfterSeconds: 7 }
  const notSaid = { changed: 'unknown', verdict: null, provider: null, cause: null }
  const error = { code: 'ValidationError', message: 'No.', info: ['a'], ...notSaid, ...facts, value: kept }
  expect(await ask('custodians.updateApiKeys')).toEqual({ ok: false, error })
  server.turn({ nasty: refusal({ ...failure, value: { success: 'yes' } }) })
  expect(await ask('custodians.updateApiKeys')).toEqual({ ok: false, error: { ...error, value: null } })
})

test('a failure in the REST envelope, which a server sends for malformed HTTP, is understood', async () => {
  const error = { code: 'RequestTimeout', message: 'Too slow.', info: [] }
  const body = JSON.stringify({ isSuccess: false, isFailure: true, error, value: null })
  server.turn({ nasty: whole(body, { status: '408 Request Timeout', more: 'request-id: r-2\r\n' }) })
  const given = await ask('custodians.updateApiKeys')
  expect(given).toMatchObject({ ok: false, error: { ...error, requestId: 'r-2' } })
})

test('a failure keeps its verdict on the credentials, new words of a newer server included, and drops anything else', async () => {
  const failure = { code: 'ValidationError', message: 'No.', info: [] }
  const read = async (sent: object) => {
    const body = JSON.stringify({ error: { data: { failure: { ...failure, ...sent } } } })
    server.turn({ nasty: whole(body, { status: '400 No' }) })
    const given = await ask('custodians.updateApiKeys')
    return given.ok ? null : given.error
  }
  const facts = { changed: 'nothing', verdict: 'not-permitted', provider: 'copper', cause: 'tls-expired' }
  expect(await read(facts)).toMatchObject(facts)
  const newer = { changed: 'unknown', verdict: 'quorum-missing', provider: 'taurus', cause: 'post-quantum-2' }
  expect(await read(newer)).toMatchObject(newer)
  const noWords = { changed: 'something', verdict: 7, provider: '<b>', cause: 'x'.repeat(61) }
  expect(await read(noWords)).toMatchObject({ changed: 'unknown', verdict: null, provider: null, cause: null })
})

test('endless texts in a failure are shortened', async () => {
  const failure = { code: 'NotFound', message: 'x'.repeat(1e6), info: Array(10_000).fill('y'.repeat(5_000)) }
  server.turn({ nasty: whole(JSON.stringify({ error: { data: { failure } } }), { status: '404 No' }) })
  expect(JSON.stringify(await ask('custodians.list')).length).toBeLessThan(300_000)
})
