import { inspect } from 'node:util'
import { test as base, expect } from 'vitest'
import { testConnection } from '../../../desktop/main/remote/connection-test/connection-test.ts'
import { createWalletListings } from '../../../desktop/main/remote/wallets/wallet-listings.ts'
import { type OperationName, operations } from '../../../shared/operations.ts'
import { Secret } from '../../../shared/secret.ts'
import { t } from '../harness/words.ts'
import { anyToken, createConsole, profileAt } from './ask.ts'
import { startHostileServer } from './hostile-server.ts'
import { nastyAnswers, whole } from './nasty-answers.ts'
import { walletStream } from './wallet-stream.ts'

const text = anyToken()
const token = new Secret(text)
const names = Object.keys(operations) as OperationName[]

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
  .extend('hostile', { scope: 'file' }, async ({}, { onCleanup }) => {
    const hostile = await startHostileServer()
    onCleanup(() => hostile[Symbol.asyncDispose]())
    return hostile
  })
  /** The same server, which answers each test a plain text at first. */
  .extend('server', ({ hostile }) => {
    hostile.turn({ nasty: null, payload: 'text' })
    return hostile
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  .extend('desk', { scope: 'file' }, async ({}, { onCleanup }) => {
    const desk = createConsole({ answerMs: 500 })
    onCleanup(() => desk[Symbol.asyncDispose]())
    return desk
  })
  .extend('callOf', ({ desk, server }) => {
    const target = { profile: profileAt(server.url), token }
    return (path: OperationName) => desk.forwarder.forward(target, { path, input: {} })
  })

/** Everything a thing shows of itself when it is sent, logged or looked into. */
const shown = (thing: unknown) => `${JSON.stringify(thing)} ${inspect(thing, { depth: Infinity, showHidden: true })}`

const consoleFailure = (words: object) =>
  JSON.stringify({ error: { data: { failure: { code: 'NotFound', ...words } } } })
const refusal = (words: object, more = '') =>
  whole(consoleFailure({ message: 'x', info: [], ...words }), { status: '404 No', more })

test.for(Object.entries(nastyAnswers))(
  'after %s no answer holds the token',
  async ([, [nasty]], { server, callOf }) => {
    server.turn({ nasty })
    for (const path of ['custodians.list', 'custodians.updateApiKeys'] as const)
      expect(shown(await callOf(path))).not.toContain(text)
  },
)

test('a server that echoes the token cannot bring it to the screen', async ({ server, callOf }) => {
  server.turn({ payload: text })
  for (const path of names) expect(shown(await callOf(path)), path).not.toContain(text)
  const escaped = text.replace(/./g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const words = { message: text, info: [text], requestId: text, rotationId: text, value: { message: text } }
  for (const nasty of [
    refusal(words),
    refusal({}, `request-id: ${text}\r\nrotation-id: ${text}\r\n`),
    whole('', { status: '302 Found', more: `location: https://elsewhere.test/${text}\r\n` }),
    whole('', { type: `text/${text}` }),
    whole(consoleFailure({ message: 'x', info: [] }).replace('"x"', `"${escaped}"`), { status: '404 No' }),
    whole(JSON.stringify({ result: { data: [{ [text]: 1 }] } })),
    whole(JSON.stringify({ result: { data: [] } }), { more: `request-id: ${text}\r\nrotation-id: ${text}\r\n` }),
  ]) {
    server.turn({ nasty })
    for (const path of names) expect(shown(await callOf(path)), path).not.toContain(text)
  }
})

test('other echoed text arrives, and the server had the token (control)', async ({ server, callOf }) => {
  server.turn({ nasty: refusal({ message: 'given back' }, 'request-id: given-too\r\n') })
  expect(shown(await callOf('custodians.list'))).toMatch(/given back.*given-too/)
  expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${text}`)
})

test('the token is in no URL and no request body', async ({ server, callOf }) => {
  for (const path of names) await callOf(path)
  expect(server.requests.map(({ path }) => path).join()).not.toContain(text)
  expect(server.requests.length).toBeGreaterThan(names.length)
})

test('neither a listing nor a connection test shows the token', async ({ server, desk }) => {
  const listings = createWalletListings(desk)
  const target = { profile: profileAt(server.url), token }
  server.turn({ nasty: walletStream({ count: 10, iconOf: () => text }) })
  const input = { tenantId: '1', custodianId: '1', onlyActive: true } as Parameters<typeof listings.slice>[1]
  expect(shown([await listings.slice(target, input), listings])).not.toContain(text)
  server.turn({ nasty: null, payload: text })
  const reports: unknown[] = []
  const onReport = (report: unknown) => reports.push(report)
  reports.push(await testConnection({ profile: target.profile, token, onReport, limits: desk.limits }))
  expect(shown(reports)).not.toContain(text)
  expect(shown(reports)).toContain(t('network:response.hasToken'))
})

test('a token that does not fit in a header is not sent', async ({ server, desk }) => {
  const before = server.requests.length
  const odd = new Secret(`${text}\r\nx-injected: 1`)
  const given = await desk.forwarder.forward(
    { profile: profileAt(server.url), token: odd },
    { path: 'custodians.list', input: {} },
  )
  expect(given).toMatchObject({ ok: false, error: { code: 'NotAToken' } })
  expect(shown(given)).not.toContain(text)
  expect(server.requests).toHaveLength(before)
})
