import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Desktop } from '../../../desktop/main/attention/background.ts'
import { startFaultProxy } from '../../harness/fault-proxy.ts'
import { startTestServer } from '../../harness/server.ts'
import { until } from '../../harness/until.ts'
import { openBrowser } from '../../sign-in/browser.ts'
import { openScene, type Scene, sessionOf, signInAs } from '../../sign-in/scene.ts'
import { type Nastiness, startHostileServer } from '../remote/hostile-server.ts'
import { whole } from '../remote/nasty-answers.ts'
import { codeOf, openWindowlessConsole, valueIn, type WindowlessConsole } from './windowless-console.ts'

let scene: Scene

beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene[Symbol.asyncDispose]())

const deskAt = (url: string, desktop: Partial<Desktop> = {}) => openWindowlessConsole({ urls: [url], desktop })
const start = (desk: WindowlessConsole) =>
  desk.ask('signIn', { profileId: desk.ids[0] ?? '', source: 'identity-provider' })
const nameAt = (desk: WindowlessConsole) => desk.ask('test', { profileId: desk.ids[0] ?? '', ask: 'identity-provider' })
const isSignedIn = async (desk: WindowlessConsole) => (await desk.state()).profiles[0]?.isSignedIn

/** Signs in at the provider as this person, and confirms the page of Strongroom, whose text it answers. */
async function confirmAs(login: string, url: string): Promise<string> {
  const browser = openBrowser()
  const page = await signInAs(login, { url }, browser)
  await browser.send(page)
  return page.text
}

describe('a sign-in with the identity provider of the server', () => {
  test('ends with the session of the person, who saw the same code in the browser', async () => {
    await using desk = await deskAt(scene.server.url)
    expect(valueIn(await nameAt(desk))).toEqual({ kind: 'identity-provider', name: 'Example Corp' })
    let page = ''
    desk.browser.open = async (url) => {
      page = await confirmAs('erin', url)
    }
    const session = valueIn(await start(desk))
    expect(session).toMatchObject({ owner: 'erin', role: 'platform-administrator', tenant: null })
    expect(desk.codes).toHaveLength(1)
    expect(page).toContain(desk.codes[0])
    expect(await isSignedIn(desk)).toBe(true)
    const call = { profileId: desk.ids[0] ?? '', path: 'custodians.list' } as const
    expect(codeOf(await desk.ask('call', call))).toBeNull()
    const kept = JSON.stringify([session, desk.states]) + readFileSync(join(desk.userData, 'console.json'), 'utf8')
    expect(kept).not.toMatch(/srt_/)
  })

  test('is refused for someone without a role, with the reason of the server', async () => {
    await using desk = await deskAt(scene.server.url)
    desk.browser.open = async (url) => void (await signInAs('gina', { url }))
    const refused = await start(desk)
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'SignInRefused', info: [expect.stringContaining('none of the groups of gina')] },
    })
    expect(await isSignedIn(desk)).toBe(false)
  })

  test('is ended by the person, and what the browser does then signs no one in', async () => {
    await using desk = await deskAt(scene.server.url)
    const opened = Promise.withResolvers<string>()
    desk.browser.open = async (url) => opened.resolve(url)
    const started = start(desk)
    const page = await opened.promise
    const cancel = { profileId: desk.ids[0] ?? '', cancel: 'identity-provider' } as const
    expect(codeOf(await desk.ask('signIn', cancel))).toBeNull()
    expect(await started).toEqual({ ok: true, value: null })
    await confirmAs('erin', page)
    expect(await isSignedIn(desk)).toBe(false)
    expect(codeOf(await desk.ask('signIn', cancel)), 'nothing is running').toBeNull()
  })

  test('ends when the console is locked, and stores no token', async () => {
    await using desk = await deskAt(scene.server.url)
    desk.browser.open = async (url) => {
      await desk.ask('lock', { do: 'lock' })
      await confirmAs('erin', url)
    }
    expect(codeOf(await start(desk))).toBe('LockedMeanwhile')
    expect(await isSignedIn(desk)).toBe(false)
  })

  test('says so where no browser opens, and where the server has no identity provider', async () => {
    await using desk = await deskAt(scene.server.url)
    desk.browser.open = async () => {
      throw new Error('there is no browser')
    }
    expect(codeOf(await start(desk))).toBe('BrowserNotOpened')
    await using plain = await startTestServer()
    await using other = await deskAt(plain.url)
    expect(valueIn(await nameAt(other))).toEqual({ kind: 'identity-provider', name: null })
    expect(codeOf(await start(other))).toBe('NotFound')
  })
})

describe('the session of a person', () => {
  /** The sessions of erin that are valid at the server now. */
  const openSessions = async () => {
    const tokens = await scene.server.app.store.listTokens()
    return tokens.filter(({ owner, revokedAt }) => owner === 'erin' && revokedAt === null).length
  }

  async function signedInAt(url: string, desktop: Partial<Desktop> = {}) {
    const desk = await deskAt(url, desktop)
    desk.browser.open = async (page) => void (await confirmAs('erin', page))
    const session = valueIn(await start(desk))
    return { desk, session, profileId: desk.ids[0] ?? '', [Symbol.asyncDispose]: desk[Symbol.asyncDispose] }
  }

  test('shows the console again once they are signed in', async () => {
    const shown: unknown[] = []
    await using here = await signedInAt(scene.server.url, { open: (place) => shown.push(place) })
    expect(shown).toEqual([null])
    await here.desk.ask('signOut', { profileId: here.profileId })
  })

  test('ends at the server when they sign out, and when they remove the server', async () => {
    const before = await openSessions()
    await using here = await signedInAt(scene.server.url)
    expect(await openSessions(), 'control').toBe(before + 1)
    expect(valueIn(await here.desk.ask('signOut', { profileId: here.profileId }))).toEqual({ openUntil: null })
    expect(await openSessions()).toBe(before)
    valueIn(await start(here.desk))
    const removed = await here.desk.ask('profile', { do: 'remove', id: here.profileId })
    expect(valueIn(removed)).toEqual({ id: null, caFile: null, openUntil: null })
    expect(await openSessions()).toBe(before)
  })

  test('goes on until its end where the server is not reached, and the token is erased all the same', async () => {
    await using proxy = await startFaultProxy(scene.server.url)
    const before = await openSessions()
    await using here = await signedInAt(proxy.url)
    proxy.swallow('/auth/sign_out')
    const signedOut = valueIn(await here.desk.ask('signOut', { profileId: here.profileId }))
    expect(signedOut).toEqual({ openUntil: here.session?.expiresAt })
    expect(await isSignedIn(here.desk)).toBe(false)
    expect(await openSessions()).toBe(before + 1)
  })

  test('ends when another one takes its place, and never by signing in with the same token', async () => {
    const before = await openSessions()
    await using here = await signedInAt(scene.server.url)
    valueIn(await start(here.desk))
    await until(async () => (await openSessions()) === before + 1)
    const again = await sessionOf(scene, 'erin')
    valueIn(await here.desk.signIn(here.profileId, again.token))
    await until(async () => (await openSessions()) === before + 1)
    valueIn(await here.desk.signIn(here.profileId, again.token))
    expect(codeOf(await here.desk.ask('call', { profileId: here.profileId, path: 'custodians.list' }))).toBeNull()
  })

  test('is none where an administrator created the token: signing out asks no server', async () => {
    const server = await startTestServer()
    await using desk = await deskAt(server.url)
    const [profileId = ''] = desk.ids
    valueIn(await desk.signIn(profileId, await server.token()))
    await server[Symbol.asyncDispose]()
    expect(valueIn(await desk.ask('signOut', { profileId }))).toEqual({ openUntil: null })
  })
})

const answering = (value: object): Nastiness => whole(JSON.stringify({ isSuccess: true, isFailure: false, value }))
const begun = (url: string) =>
  answering({ attempt: 'attempt', url, code: 'BCDF-GHJK', expiresAt: '2026-01-01T00:00:00.000Z', pollSeconds: 1 })
const notFound = JSON.stringify({
  isSuccess: false,
  isFailure: true,
  error: { code: 'NotFound', message: 'Unknown.', info: [], changed: 'nothing' },
})

describe('a sign-in at a server that answers wrong', () => {
  test('opens nothing but pages over TLS or on this machine', async () => {
    await using server = await startHostileServer()
    await using desk = await deskAt(server.url)
    const opened: string[] = []
    desk.browser.open = async (url) => {
      opened.push(url)
      server.turn({ nasty: whole(notFound, { status: '404 Not Found' }) })
    }
    const unwanted = [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'smb://host/share',
      'vscode://file/etc/passwd',
      'http://idp.example.com/',
      'http://localhost.example.com/',
      'https://user:password@idp.example.com/',
      'not a URL',
    ]
    for (const url of unwanted) {
      server.turn({ nasty: begun(url) })
      expect(codeOf(await start(desk)), url).toBe('AnswerUnreadable')
    }
    expect(opened).toEqual([])
    for (const url of ['https://idp.example.com/', 'http://127.0.0.1:1/', 'http://[::1]:1/']) {
      server.turn({ nasty: begun(url) })
      expect(codeOf(await start(desk)), 'the control').toBe('SignInExpired')
    }
    expect(opened).toHaveLength(3)
  })

  test('takes no text for a token that is none', async () => {
    await using server = await startHostileServer({ nasty: begun('https://idp.example.com/') })
    await using desk = await deskAt(server.url)
    desk.browser.open = async () => server.turn({ nasty: answering({ state: 'signed-in', token: 'not a token' }) })
    expect(codeOf(await start(desk))).toBe('AnswerUnreadable')
    expect(await isSignedIn(desk)).toBe(false)
  })

  test('goes on where the server is busy or cut off for a while', async () => {
    await using server = await startHostileServer({ nasty: begun('https://idp.example.com/') })
    await using desk = await deskAt(server.url)
    const nasty: Nastiness[] = [
      (socket) => socket.destroy(),
      whole('busy', { status: '503 Service Unavailable', type: 'text/html' }),
      whole(notFound, { status: '404 Not Found' }),
    ]
    desk.browser.open = async () => server.turn({ nasty: (...asked) => nasty.shift()?.(...asked) })
    expect(codeOf(await start(desk))).toBe('SignInExpired')
    expect(nasty).toEqual([])
  })

  test.for([
    ['nothing', whole('')],
    ['a page', whole('<html></html>', { type: 'text/html' })],
    ['another shape', answering({ title: 'Example' })],
    ['a failure', whole(notFound, { status: '404 Not Found' })],
  ] as const)('offers no sign-in with a provider where the answer is %s', async ([, nasty]) => {
    await using server = await startHostileServer({ nasty })
    await using desk = await deskAt(server.url)
    expect(valueIn(await nameAt(desk))).toEqual({ kind: 'identity-provider', name: null })
  })
})
