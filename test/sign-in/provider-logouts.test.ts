import { randomUUID } from 'node:crypto'
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../harness/until.ts'
import { openBrowser } from './browser.ts'
import { clientId } from './identity-provider.ts'
import { openScene, type Scene, sessionOf, signInAs } from './scene.ts'

let scene: Scene

beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene[Symbol.asyncDispose]())

const statusOf = async (token: string) => (await scene.server.rest(token, '/platform/admin/session')).status
const event = 'http://schemas.openid.net/event/backchannel-logout'
const now = () => Math.floor(Date.now() / 1_000)

/** A logout token as the provider makes them. */
const claimsOf = (more: JWTPayload = {}): JWTPayload => ({
  iss: scene.provider.issuer.origin,
  aud: clientId,
  iat: now(),
  exp: now() + 120,
  jti: randomUUID(),
  events: { [event]: {} },
  sub: 'erin',
  ...more,
})

async function send(logoutToken: string) {
  const body = new URLSearchParams({ logout_token: logoutToken })
  const response = await fetch(`${scene.server.url}/auth/backchannel_logout`, { method: 'POST', body })
  return { status: response.status, caching: response.headers.get('cache-control'), text: await response.text() }
}

test('who signs out at the provider is signed out of every session that came from there', async () => {
  const browser = openBrowser()
  const begun = await scene.begin()
  await browser.send(await signInAs('erin', begun, browser))
  const { token } = (await scene.redeem(begun)).body.value as { readonly token: string }
  const elsewhere = await sessionOf(scene, 'erin')
  expect(await statusOf(token), 'control').toBe(200)
  const ending = await browser.open(`${scene.provider.issuer.origin}/session/end`)
  await browser.send(ending, { logout: 'yes' })
  await until(async () => (await statusOf(token)) === 401)
  expect(await statusOf(elsewhere.token), 'another session at the provider').toBe(200)
  const { records } = await scene.server.app.store.listAudit({ limit: 1, kind: 'token.revoked' }, null)
  expect(records[0]).toMatchObject({ actor: 'strongroom serve', details: { reason: 'provider-logout' } })
})

describe('a logout token', () => {
  test('of a subject ends all their sessions, once: afterwards they can sign in again', async () => {
    const sessions = [await sessionOf(scene, 'erin'), await sessionOf(scene, 'erin')]
    const other = await sessionOf(scene, 'frank')
    const logoutToken = await scene.provider.sign(claimsOf())
    expect(await send(logoutToken)).toMatchObject({ status: 200, caching: 'no-store' })
    for (const { token } of sessions) expect(await statusOf(token)).toBe(401)
    expect(await statusOf(other.token), 'control').toBe(200)
    const again = await sessionOf(scene, 'erin')
    expect(await send(logoutToken), 'a replay').toMatchObject({
      status: 400,
      text: expect.stringContaining('was used already'),
    })
    expect(await statusOf(again.token)).toBe(200)
  })

  test('that names a session which no one has here is answered as done', async () => {
    expect(await send(await scene.provider.sign(claimsOf({ sub: 'no one' })))).toMatchObject({ status: 200 })
  })

  const refused: Readonly<Record<string, () => JWTPayload>> = {
    'of another issuer': () => ({ iss: 'https://evil.example.com' }),
    'for another client': () => ({ aud: 'another-client' }),
    'that was issued long ago': () => ({ iat: now() - 400 }),
    'of the future': () => ({ iat: now() + 120 }),
    'that expired': () => ({ exp: now() - 90 }),
    'without a time': () => ({ iat: undefined as never }),
    'without an ID': () => ({ jti: undefined as never }),
    'of another event': () => ({ events: { 'http://schemas.example.com/event': {} } }),
    'whose event is no object': () => ({ events: { [event]: 'yes' } }),
    'without an event, as an ID token': () => ({ events: undefined }),
    'with a nonce, as an ID token': () => ({ nonce: 'n' }),
    'that names no one': () => ({ sub: undefined as never }),
  }

  test.each(Object.entries(refused))('%s is refused, and ends nothing', async (_, more) => {
    const { token } = await sessionOf(scene, 'erin')
    expect(await send(await scene.provider.sign(claimsOf(more())))).toMatchObject({
      status: 400,
      caching: 'no-store',
      text: expect.stringContaining('logout_token'),
    })
    expect(await statusOf(token)).toBe(200)
  })

  test('that the provider did not sign is refused, and ends nothing', async () => {
    const { token } = await sessionOf(scene, 'erin')
    const { privateKey } = await generateKeyPair('RS256')
    const [header = ''] = (await scene.provider.sign(claimsOf())).split('.')
    const kid = JSON.parse(Buffer.from(header, 'base64url').toString()).kid as string
    const forged = await new SignJWT(claimsOf()).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const unsigned = `${encoded({ alg: 'none' })}.${encoded(claimsOf())}.`
    for (const logoutToken of [forged, unsigned, 'not a token', ''])
      expect(await send(logoutToken)).toMatchObject({ status: 400 })
    expect(await statusOf(token)).toBe(200)
    expect(await send(await scene.provider.sign(claimsOf())), 'control').toMatchObject({ status: 200 })
  })

  test('counts under a new key of the provider, and with a clock that is ahead by less than a minute', async () => {
    const { token } = await sessionOf(scene, 'erin')
    await scene.provider.rotateKey()
    const ahead = async () => scene.provider.sign(claimsOf({ iat: now() + 30 }))
    await until(async () => (await send(await ahead())).status === 200)
    expect(await statusOf(token)).toBe(401)
  })

  test('is answered 503 while the keys of the provider cannot be read, and counts when it is sent again', async () => {
    await using other = await openScene()
    const sent = other.server.url
    const { token } = await sessionOf(other, 'erin')
    const iss = other.provider.issuer.origin
    const body = new URLSearchParams({ logout_token: await other.provider.sign(claimsOf({ iss })) })
    const post = async () => (await fetch(`${sent}/auth/backchannel_logout`, { method: 'POST', body })).status
    other.provider.isDown = true
    expect(await post()).toBe(503)
    other.provider.isDown = false
    expect(await post()).toBe(200)
    expect((await other.server.rest(token, '/platform/admin/session')).status).toBe(401)
  })
})
