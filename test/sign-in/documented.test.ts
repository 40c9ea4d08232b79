import { expect, test } from 'vitest'
import { failuresOfRequests } from '../../shared/endpoint-failures.ts'
import { contract, outcomeOf } from '../http/contract.ts'
import { openBrowser } from './browser.ts'
import { openScene, type Scene, sessionOf, signInAs } from './scene.ts'

type Request = { readonly body?: unknown; readonly token?: string; readonly headers?: Readonly<Record<string, string>> }

/** Sends requests, and holds each answer against what is documented of it. */
function createObserver({ server }: Pick<Scene, 'server'>) {
  const seen = new Map<string, Set<string>>()
  return {
    seen,
    ask: async (endpoint: string, { body, token, headers = {} }: Request = {}) => {
      const [method = '', path = ''] = endpoint.split(' ')
      const json = { 'content-type': 'application/json', ...headers }
      const text = typeof body === 'string' ? body : JSON.stringify(body ?? {})
      const init = method === 'POST' ? { method, headers: json, body: text } : { method, headers }
      const response = await server.rest(token ?? null, path, init)
      const answer = {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      }
      const described = contract.get(endpoint)?.get(answer.status)
      expect(described?.outcomes, `${endpoint} ${answer.body}`).toContain(outcomeOf(answer))
      expect(described?.faultsOf(answer), `${endpoint} ${answer.body}`).toEqual([])
      seen.set(endpoint, (seen.get(endpoint) ?? new Set()).add(outcomeOf(answer)))
      return JSON.parse(answer.body).value
    },
  }
}

const provider = 'GET /auth/identity_provider'
const signIn = 'POST /auth/sign_in'
const session = 'POST /auth/session'
const signOut = 'POST /auth/sign_out'
const logout = 'POST /auth/backchannel_logout'

const form = { body: 'logout_token=none', headers: { 'content-type': 'application/x-www-form-urlencoded' } }

async function observeLogout(scene: Scene, ask: ReturnType<typeof createObserver>['ask']) {
  scene.provider.isDown = true
  await ask(logout, form)
  scene.provider.isDown = false
  await ask(logout, form)
  await ask(logout, { ...form, body: `logout_token=${'x'.repeat(70_000)}` })
  await ask(logout, { body: 'text', headers: { 'content-type': 'text/plain' } })
  const iat = Math.floor(Date.now() / 1_000)
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const claims = {
    iss: scene.provider.issuer.origin,
    aud: scene.settings.clientId,
    iat,
    exp: iat + 60,
    jti: 'one',
    sub: 'erin',
    events,
  }
  expect(await ask(logout, { ...form, body: `logout_token=${await scene.provider.sign(claims)}` })).toBeNull()
}

/** Requests a minute. */
const limits = { begin: 60, session: 1_200, logout: 1_200 }

/** Documented of every endpoint, and found out before a request is routed. */
const isOfRequests = (outcome: string) => failuresOfRequests.some((code) => outcome.endsWith(` ${code}`))

test('sign-in answers all that is documented and nothing else', async () => {
  await using scene = await openScene()
  await using none = await openScene({ settings: {}, config: { signIn: null } })
  const { ask, seen } = createObserver(scene)

  expect(await ask(provider)).toEqual({ name: 'Example Corp' })
  for (const endpoint of [signIn, session]) {
    await ask(endpoint, { body: '{' })
    await ask(endpoint, { body: '{}', headers: { 'content-type': 'text/plain' } })
    await ask(endpoint, { body: JSON.stringify({ challenge: 'x'.repeat(70_000) }) })
  }
  const begun = await scene.begin()
  const { attempt, verifier } = begun
  await ask(signIn, { body: { challenge: 'A'.repeat(43) } })
  await ask(signIn, { body: { challenge: 'A'.repeat(43), method: 'device' } })
  await ask(session, { body: { attempt, verifier } })
  const browser = openBrowser()
  await browser.send(await signInAs('erin', begun, browser))
  expect(await ask(session, { body: { attempt, verifier } })).toMatchObject({ owner: 'erin' })
  await ask(session, { body: { attempt, verifier } })
  const refused = await scene.begin()
  await signInAs('gina', refused)
  await ask(session, { body: { attempt: refused.attempt, verifier: refused.verifier } })
  await ask(signOut)
  await ask(signOut, { token: await scene.server.token() })
  await ask(signOut, { token: (await sessionOf(scene, 'frank')).token })

  await observeLogout(scene, ask)
  const device = await scene.begin('device')
  scene.provider.isDown = true
  await ask(signIn, { body: { challenge: 'A'.repeat(43) } })
  await ask(session, { body: { attempt: device.attempt, verifier: device.verifier } })
  scene.provider.isDown = false

  await Promise.all(Array.from({ length: limits.begin }, () => ask(signIn, { body: {} })))
  await Promise.all(Array.from({ length: limits.session }, () => ask(session, { body: {} })))

  await Promise.all(Array.from({ length: limits.logout }, () => ask(logout, form)))

  const without = createObserver(none)
  expect(await without.ask(provider)).toBeNull()
  await without.ask(signIn, { body: { challenge: 'A'.repeat(43) } })
  await without.ask(session, { body: { attempt, verifier } })
  await without.ask(logout, form)
  await without.ask(signOut, { token: await none.server.token() })

  // A tenant that is disabled is tested at the store; the others are those of every operator token.
  const byOthers: ReadonlyMap<string, readonly string[]> = new Map([
    [session, ['409 Disabled']],
    [signOut, ['429 TooManyRequests', '503 NotReady']],
  ])
  for (const endpoint of [provider, signIn, session, signOut, logout]) {
    const all = [...(contract.get(endpoint)?.values() ?? [])].flatMap(({ outcomes }) => outcomes)
    const expected = all.filter((outcome) => !isOfRequests(outcome) && !byOthers.get(endpoint)?.includes(outcome))
    const observed = new Set([...(seen.get(endpoint) ?? []), ...(without.seen.get(endpoint) ?? [])])
    expect([...observed].sort(), endpoint).toEqual(expected.sort())
  }
})
