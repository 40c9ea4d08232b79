import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../harness/server.ts'
import { openBrowser } from '../../sign-in/browser.ts'
import { openScene, type Scene, signInAs } from '../../sign-in/scene.ts'
import { type Nastiness, startHostileServer } from '../remote/hostile-server.ts'
import { whole } from '../remote/nasty-answers.ts'
import { codeOf, openWindowlessConsole, valueIn, type WindowlessConsole } from './windowless-console.ts'

let scene: Scene

beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene[Symbol.asyncDispose]())

const deskAt = (url: string) => openWindowlessConsole({ urls: [url] })
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
