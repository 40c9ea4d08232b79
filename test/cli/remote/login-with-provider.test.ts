import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFaultProxy } from '../../harness/fault-proxy.ts'
import { startTestServer } from '../../harness/server.ts'
import { until } from '../../harness/until.ts'
import { openBrowser } from '../../sign-in/browser.ts'
import { openScene, type Scene, signInAs } from '../../sign-in/scene.ts'
import { openShell } from './shell.ts'

let scene: Scene

beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene[Symbol.asyncDispose]())

/** Without a display there is no browser to open. */
const noDisplay = { DISPLAY: '', WAYLAND_DISPLAY: '' }

/** A command that waits for a browser: what it shows, and how it ends. */
function follow(login: ChildProcess) {
  let stderr = ''
  login.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  return {
    ended: once(login, 'close').then(([status]) => ({ status: status as number | null, stderr })),
    stderr: () => stderr,
    shown: async () => {
      await until(() => /: [A-Z]{4}-[A-Z]{4}$/m.test(stderr))
      const [, url = ''] = /^ {2}(http\S+)$/m.exec(stderr) ?? []
      const [, code = ''] = /: ([A-Z]{4}-[A-Z]{4})$/m.exec(stderr) ?? []
      return { url, code }
    },
  }
}

test('a person signs in with the browser, works as they are, and ends the session by signing out', async () => {
  await using shell = await openShell(noDisplay)
  const login = follow(shell.start(['login', '--sso', '--server', scene.server.url]))
  const { url, code } = await login.shown()
  const browser = openBrowser()
  const page = await signInAs('frank', { url }, browser)
  expect(page.text).toContain(code)
  await browser.send(page)
  expect(await login.ended).toMatchObject({ status: 0, stderr: expect.stringContaining('Signed in to') })
  const { value: session } = await shell.json(['whoami'])
  expect(session).toMatchObject({ value: { owner: 'frank', role: 'operator' } })
  expect((await shell.run(['whoami'])).stdout).toMatch(/owner +frank/)
  expect((await shell.run(['logout'])).stderr).toContain('The session ended on the server.')
  const tokens = await scene.server.app.store.listTokens()
  expect(tokens.filter(({ owner, revokedAt }) => owner === 'frank' && revokedAt === null)).toEqual([])
})

test('a sign-in goes on once a server that did not answer is back, and signing out without it says when it ends', async () => {
  await using shell = await openShell(noDisplay)
  await using proxy = await startFaultProxy(scene.server.url)
  proxy.swallow('/auth/session')
  const login = follow(shell.start(['login', '--sso', '--server', proxy.url]))
  const { url } = await login.shown()
  const browser = openBrowser()
  await browser.send(await signInAs('frank', { url }, browser))
  await until(() => login.stderr().includes('does not answer now; the sign-in goes on once it does.'))
  proxy.restore()
  expect(await login.ended).toMatchObject({ status: 0, stderr: expect.stringContaining('Signed in to') })
  proxy.swallow('/auth/sign_out')
  const { value } = await shell.json(['logout'])
  const ending = { sessionEnded: false, sessionEndsAt: expect.stringMatching(/^\d{4}-/) }
  expect(value).toMatchObject({ value: ending })
  expect((await shell.run(['whoami'])).status, 'the token is gone').toBe(2)
  const open = (await scene.server.app.store.listTokens()).filter(({ revokedAt }) => revokedAt === null)
  expect(
    open.map(({ owner }) => owner),
    'control: the session was not ended',
  ).toContain('frank')
})

test('a new session takes the place of the former one, which ends', async () => {
  await using shell = await openShell(noDisplay)
  const open = async () => {
    const tokens = await scene.server.app.store.listTokens()
    return tokens.filter(({ owner, revokedAt }) => owner === 'erin' && revokedAt === null).map(({ name }) => name)
  }
  const signIn = async () => {
    const login = follow(shell.start(['login', '--sso', '--server', scene.server.url]))
    const browser = openBrowser()
    await browser.send(await signInAs('erin', await login.shown(), browser))
    expect(await login.ended).toMatchObject({ status: 0 })
  }
  await signIn()
  const first = await open()
  expect(first).toHaveLength(1)
  await signIn()
  const second = await open()
  expect(second).toHaveLength(1)
  expect(second).not.toEqual(first)
  expect((await shell.json(['whoami'])).value).toMatchObject({ value: { tokenName: second[0] } })
  await shell.run(['logout'])
})

test('a person signs in on another device', async () => {
  await using shell = await openShell(noDisplay)
  const login = follow(shell.start(['login', '--sso', '--device', '--server', scene.server.url]))
  const { url } = await login.shown()
  const browser = openBrowser()
  const entered = await browser.send(await browser.open(url), { confirm: 'yes' })
  await browser.send(entered, { login: 'erin', password: 'any' })
  expect(await login.ended).toMatchObject({ status: 0 })
  expect((await shell.json(['whoami'])).value).toMatchObject({ value: { owner: 'erin' } })
})

test('someone without a role is not signed in, and reads why', async () => {
  await using shell = await openShell(noDisplay)
  const login = follow(shell.start(['login', '--sso', '--server', scene.server.url]))
  await signInAs('gina', await login.shown())
  const { status, stderr } = await login.ended
  expect(stderr).toContain('you are not signed in: Sign-in refused: none of the groups of gina has a role here')
  expect(status).toBe(3)
  expect((await shell.run(['whoami'])).status, 'nothing was stored').toBe(2)
})

test('a server without an identity provider says so', async () => {
  await using server = await startTestServer()
  await using shell = await openShell(noDisplay)
  const { status, stderr } = await shell.run(['login', '--sso', '--server', server.url])
  expect(stderr).toContain('this server has no identity provider')
  expect(status).toBe(3)
})
