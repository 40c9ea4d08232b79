import { join } from 'node:path'
import { createPackage, extractAll } from '@electron/asar'
import { expect, test } from 'vitest'
import { fixture, freshUserData, openFixture } from './fixture-host.ts'
import { listenOnLoopback } from './loopback-server.ts'
import { startHost } from './start.ts'

const { host, inPage, invoke } = openFixture()
const otherData = freshUserData()

test('is shown through its own protocol handler, in a window of its own size', async () => {
  expect(await host().page.title()).toBe('Fixture')
  expect(await inPage('[innerWidth, innerHeight]')).toEqual([900, 700])
  expect(
    host()
      .requests.slice(0, 2)
      .map(({ url, outcome }) => `${outcome} ${url}`),
  ).toEqual(['served app://console/index.html', 'served app://console/page.js'])
})

test("enforces the app's own content security policy", async () => {
  expect(await inPage('window.inlineRan')).toBeUndefined()
  expect(host().consoleComplaints).toContain('script-src-elem blocked inline')
})

test("cancels what the app's webRequest listener cancels, before it reaches a server", async () => {
  using server = await listenOnLoopback()
  await expect(inPage(`fetch('${server.url}/secret')`)).rejects.toThrow('Failed to fetch')
  expect(host().requests.at(-1)).toMatchObject({ url: `${server.url}/secret`, outcome: 'cancelled' })
  expect(server.reached).toEqual([])
})

test('opens no window for the page, and records the attempt', async () => {
  expect(await inPage('window.open("https://example.com/script")')).toBeNull()
  await host().page.click('#new-window')
  await expect
    .poll(() => host().windowOpens)
    .toEqual([
      { url: 'https://example.com/script', action: 'deny' },
      { url: 'https://example.com/new', action: 'deny' },
    ])
  await expect.poll(() => host().page.context().pages().length).toBe(1)
  expect(host().requests.filter(({ url }) => url.includes('example.com'))).toEqual([])
})

test('stays on its page when the app prevents navigation, and reloads when the app does', async () => {
  await host().page.click('#leave')
  await expect
    .poll(() => host().requests.at(-1))
    .toMatchObject({ url: 'https://example.com/leave', outcome: 'prevented' })
  expect(await host().page.title()).toBe('Fixture')
  await host().electron.window.reload()
  expect(await inPage('heard')).toEqual([])
  expect((await invoke('sender')) as object).toMatchObject({ isOurs: true })
})

test('downloads nothing that the app prevents', async () => {
  await host().page.click('#download')
  await expect.poll(() => invoke('downloads')).toEqual(['abc.txt'])
})

test('passes every permission request to the app', async () => {
  const denied = { requested: false, checked: false, device: false }
  expect(await host().electron.permissions.ask('media', 'app://console')).toEqual(denied)
  expect(await inPage('navigator.permissions.query({ name: "geolocation" }).then(({ state }) => state)')).toBe('denied')
})

test('reports a renderer crash to the app', async () => {
  await host()
    .page.goto('chrome://crash')
    .catch(() => {})
  await expect.poll(() => host().written.stdout).toContain('renderer crashed')
})

test('sends the requests that no listener cancels', async () => {
  using server = await listenOnLoopback()
  await using open = await startHost({ appDir: fixture, userData: otherData, args: ['--let-out'] })
  expect(await open.page.evaluate(`fetch('${server.url}/control').then((answer) => answer.text())`)).toBe('here')
  expect(open.requests.at(-1)).toMatchObject({ outcome: 'sent' })
  expect(server.reached).toEqual(['/control'])
})

test('runs the payload extracted from a packaged app', async () => {
  const archive = join(otherData, 'app.asar')
  const payload = join(otherData, 'payload')
  await createPackage(fixture, archive)
  extractAll(archive, payload)
  await using open = await startHost({ appDir: payload, userData: otherData, packaged: true })
  expect(await open.page.title()).toBe('Fixture')
})
