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
