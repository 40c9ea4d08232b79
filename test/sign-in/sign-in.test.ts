import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { openScene, roles, type Scene, sessionOf, signInAs } from './scene.ts'

let scene: Scene

beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene[Symbol.asyncDispose]())

const whoAmI = async (token: string) => {
  const response = await scene.server.rest(token, '/platform/admin/session')
  return { status: response.status, ...((await response.json()) as { value: Record<string, unknown> }) }
}

describe('a sign-in in the browser', () => {
  test('gives the client that began it an operator token of eight hours, with what the groups may do', async () => {
    const begun = await scene.begin()
    expect(begun).toMatchObject({ code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/), pollSeconds: 2 })
    expect((await scene.redeem(begun)).body.value).toEqual({ state: 'pending', pollSeconds: 2 })
    const browser = openBrowser()
    const page = await signInAs('erin', begun, browser)
    expect(page.status).toBe(200)
    expect(page.text).toContain('erin@example.com')
    expect(page.text, 'the same code as the client shows').toContain(begun.code)
    expect((await scene.redeem(begun)).body.value, 'not confirmed yet').toMatchObject({ state: 'pending' })
    expect((await browser.send(page)).text).toContain('Close this window')
    const { body } = await scene.redeem(begun)
    const session = body.value as Record<string, string>
    expect(session).toMatchObject({ state: 'signed-in', owner: 'erin', token: expect.stringMatching(/^srt_/) })
    const hours = (Date.parse(session.expiresAt ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(7.9)
    expect(hours).toBeLessThanOrEqual(8)
    expect(await whoAmI(session.token ?? '')).toMatchObject({
      status: 200,
      value: { tokenName: session.tokenName, owner: 'erin', role: 'platform-administrator', tenant: null },
    })
  })

  test('gives only what the groups say: a role within one tenant', async () => {
    const { token } = await sessionOf(scene, 'frank')
    expect((await whoAmI(token)).value).toMatchObject({ role: 'operator', tenant: { id: 1 } })
  })

  test('is refused for someone without a group that has a role, and the audit says so', async () => {
    const begun = await scene.begin()
    const page = await signInAs('gina', begun)
    expect(page).toMatchObject({ status: 403, text: expect.stringContaining('none of the groups of gina') })
    const { status, body } = await scene.redeem(begun)
    expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'Forbidden' })
    const { records } = await scene.server.app.store.listAudit({ limit: 1, kind: 'sign-in.refused' }, null)
    expect(records[0]).toMatchObject({ actor: 'strongroom serve', details: { owner: 'gina', reason: 'no-group' } })
  })

  test('reads the roles of the groups again', async () => {
    await scene.setRoles({ groups: [{ group: 'all-staff', role: 'viewer' }] })
    try {
      const { token } = await sessionOf(scene, 'gina')
      expect((await whoAmI(token)).value).toMatchObject({ role: 'viewer', tenant: null })
    } finally {
      await scene.setRoles(roles)
    }
  })

  test('says the name of the provider to anyone', async () => {
    const response = await scene.server.rest(null, '/auth/identity_provider')
    expect(await response.json()).toMatchObject({ isSuccess: true, value: { name: 'Example Corp' } })
  })
})

describe('no one but the client that began it takes a session', () => {
  test('not without the text behind the challenge, and not twice', async () => {
    const begun = await scene.begin()
    const browser = openBrowser()
    await browser.send(await signInAs('erin', begun, browser))
    const stolen = await scene.redeem({ ...begun, verifier: 'A'.repeat(43) })
    expect(stolen).toMatchObject({ status: 404, body: { error: { code: 'NotFound' } } })
    expect(await scene.redeem(begun), 'control').toMatchObject({ status: 200 })
    expect(await scene.redeem(begun), 'again').toMatchObject({ status: 404 })
  })

  test('not as someone who followed a link: the person has to confirm, and only that browser can', async () => {
    const begun = await scene.begin()
    const page = await signInAs('erin', begun)
    const forged = { ...page, text: page.text.replace(/value="[^"]+"/, 'value="made up"') }
    expect(await openBrowser().send(forged)).toMatchObject({ status: 403 })
    expect((await scene.redeem(begun)).body.value).toMatchObject({ state: 'pending' })
  })

  test('two clients at once get one session', async () => {
    const begun = await scene.begin()
    const browser = openBrowser()
    await browser.send(await signInAs('erin', begun, browser))
    const answers = await Promise.all([1, 2, 3, 4].map(() => scene.redeem(begun)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
  })
})

describe('an answer of the provider', () => {
  test('is taken once, and only for the sign-in that asked for it', async () => {
    const one = await scene.begin()
    const other = await scene.begin()
    const stateOf = ({ url }: { readonly url: string }) => new URL(url).searchParams.get('state') ?? ''
    const page = await signInAs('erin', one)
    const callback = new URL(page.url)
    expect(await openBrowser().open(callback.href), 'the same code again').toMatchObject({ status: 403 })
    const swapped = new URL(page.url)
    swapped.searchParams.set('state', stateOf(other))
    expect(await openBrowser().open(swapped.href), 'the code of another').toMatchObject({ status: 403 })
    const unknown = new URL(page.url)
    unknown.searchParams.set('state', 'unknown')
    expect(await openBrowser().open(unknown.href)).toMatchObject({ status: 403 })
  })

  test('is refused where another issuer names itself in it', async () => {
    const begun = await scene.begin()
    const callback = new URL('/auth/callback', scene.server.url)
    callback.search = new URLSearchParams({
      code: 'x',
      state: begun.attempt,
      iss: 'https://evil.example.com',
    }).toString()
    const page = await openBrowser().open(callback.href)
    expect(page).toMatchObject({ status: 403, text: expect.stringContaining('its answer is not valid') })
    expect(await scene.redeem(begun)).toMatchObject({ status: 403 })
  })

  test('that says no ends the sign-in', async () => {
    const begun = await scene.begin()
    const callback = new URL('/auth/callback', scene.server.url)
    const answer = { error: 'access_denied', state: begun.attempt, iss: scene.provider.issuer.origin }
    callback.search = new URLSearchParams(answer).toString()
    expect(await openBrowser().open(callback.href)).toMatchObject({ text: expect.stringContaining('access_denied') })
    expect(await scene.redeem(begun)).toMatchObject({ status: 403 })
  })

  test('shows no text that someone put into it', async () => {
    const { attempt } = await scene.begin()
    const answer = { error: 'Call <b>0190 666</b>', state: attempt, iss: scene.provider.issuer.origin }
    const { text } = await openBrowser().open(`${scene.server.url}/auth/callback?${new URLSearchParams(answer)}`)
    expect(text).not.toContain('0190')
    expect(text).toContain('an unknown error')
  })

  test('is trusted under a key that the provider began to use a moment ago', async () => {
    await sessionOf(scene, 'erin')
    await scene.provider.rotateKey()
    expect((await whoAmI((await sessionOf(scene, 'erin')).token)).status).toBe(200)
  })
})

describe('an ID token', () => {
  const now = () => Math.floor(Date.now() / 1_000)
  const refused: Readonly<Record<string, (claims: JWTPayload) => JWTPayload>> = {
    'for another client': (claims) => ({ ...claims, aud: 'another-client' }),
    'of another issuer': (claims) => ({ ...claims, iss: 'https://evil.example.com' }),
    'for another sign-in': (claims) => ({ ...claims, nonce: 'of another' }),
    'that expired more than a minute ago': (claims) => ({ ...claims, exp: now() - 90 }),
  }

  async function pageWith(change: (claims: JWTPayload) => JWTPayload) {
    scene.provider.change = change
    try {
      return await signInAs('erin', await scene.begin())
    } finally {
      scene.provider.change = null
    }
  }

  test.each(Object.entries(refused))('%s signs no one in, and the audit says so', async (_, change) => {
    expect(await pageWith(change)).toMatchObject({ status: 403, text: expect.stringContaining('OAUTH_JWT') })
    const { records } = await scene.server.app.store.listAudit({ limit: 1, kind: 'sign-in.refused' }, null)
    expect(records[0]?.details).toMatchObject({ reason: expect.stringContaining('OAUTH_JWT') })
  })

  test('whose subject is no subject signs no one in', async () => {
    for (const sub of ['', 'a\u001b[2Jb', 'x'.repeat(256)])
      expect((await pageWith((claims) => ({ ...claims, sub }))).status).toBe(403)
  })

  test('without a nonce signs no one in', async () => {
    expect(await pageWith(({ nonce: _, ...claims }) => claims)).toMatchObject({ status: 403 })
  })

  test('of a clock that differs by less than a minute signs in', async () => {
    expect((await pageWith((claims) => ({ ...claims, exp: now() - 30 }))).status).toBe(200)
    expect((await pageWith((claims) => ({ ...claims, iat: now() + 30 }))).status).toBe(200)
    expect((await pageWith((claims) => claims)).status, 'control: the same claims, signed again').toBe(200)
  })
})

describe('a sign-in on another device', () => {
  test('is pending until the code was entered there, and then gives a session once', async () => {
    const begun = await scene.begin('device')
    expect(begun.code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
    expect((await scene.redeem(begun)).body.value).toMatchObject({ state: 'pending' })
    const browser = openBrowser()
    const entered = await browser.send(await browser.open(begun.url), { confirm: 'yes' })
    const done = /name="login"/.test(entered.text)
      ? await browser.send(entered, { login: 'frank', password: 'x' })
      : entered
    expect(done.status).toBe(200)
    const stolen = await scene.redeem({ ...begun, verifier: 'A'.repeat(43) })
    expect(stolen, 'without the verifier').toMatchObject({ status: 404 })
    const { body } = await scene.redeem(begun)
    const session = body.value as { readonly token: string }
    expect(await whoAmI(session.token)).toMatchObject({ status: 200, value: { owner: 'frank', role: 'operator' } })
    expect(await scene.redeem(begun), 'again').toMatchObject({ status: 403 })
  })

  test('is known to the installation that began it alone', async () => {
    const begun = await scene.begin('device')
    const changed = `${begun.attempt.slice(0, -4)}AAAA`
    expect(await scene.redeem({ ...begun, attempt: changed })).toMatchObject({ status: 404 })
  })
})

describe('while the provider is down', () => {
  test('no one begins to sign in, and operator tokens and sessions work', async () => {
    const { token } = await sessionOf(scene, 'erin')
    const opaque = await scene.server.token()
    scene.provider.isDown = true
    try {
      await expect(scene.begin()).rejects.toThrow('Sign-in with Example Corp is not possible now')
      expect((await whoAmI(token)).status).toBe(200)
      expect((await whoAmI(opaque)).status).toBe(200)
    } finally {
      scene.provider.isDown = false
    }
    await scene.begin()
  })
})

describe('a session', () => {
  const signOut = (token: string) => scene.server.rest(token, '/auth/sign_out', { method: 'POST' })

  test('ends where it signs out, with the page that ends it at the provider too', async () => {
    const { token } = await sessionOf(scene, 'frank')
    const { value } = (await (await signOut(token)).json()) as { value: { endSessionUrl: string } }
    expect(new URL(value.endSessionUrl).origin).toBe(scene.provider.issuer.origin)
    expect((await whoAmI(token)).status).toBe(401)
    const { records } = await scene.server.app.store.listAudit({ limit: 1, kind: 'token.revoked' }, null)
    expect(records[0]).toMatchObject({ details: { reason: 'signed-out' } })
  })

  test('is not what an operator token is: that one cannot sign out', async () => {
    const opaque = await scene.server.token()
    expect((await signOut(opaque)).status).toBe(403)
    expect((await whoAmI(opaque)).status).toBe(200)
  })

  test('has a name that cannot be taken for the program', async () => {
    expect((await sessionOf(scene, 'strongroom')).tokenName).toMatch(/^a person, session /)
  })
})

test('the roles file that cannot be read lets no one in', async () => {
  await scene.setRoles('{ "groups": [{ "group": "all-staff", "role": "emperor" }] }')
  try {
    const page = await signInAs('erin', await scene.begin())
    expect(page).toMatchObject({ status: 403, text: expect.stringContaining('not set up correctly') })
  } finally {
    await scene.setRoles(roles)
  }
})
