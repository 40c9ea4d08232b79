import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runToEnd } from './run-to-end.ts'
import { type Host, startHost } from './start.ts'
import { survivors } from './survivors.ts'

const appDir = fileURLToPath(new URL('./fixture', import.meta.url))
const userData = mkdtempSync(join(tmpdir(), 'stand-in-'))
afterAll(() => rm(userData, { recursive: true, maxRetries: 5 }))

/** A server on loopback that counts what reaches it. */
async function listen() {
  const reached: string[] = []
  const server = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('here')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, reached, [Symbol.dispose]: () => void server.close() }
}

describe('an app on the stand-in host', () => {
  let host: Host
  const inPage = (script: string) => host.page.evaluate(script)
  const invoke = (channel: string, ...args: unknown[]) =>
    host.page.evaluate(`fixture.invoke('${channel}', ...${JSON.stringify(args)})`)

  beforeAll(async () => {
    host = await startHost({ appDir, userData })
  })
  afterAll(() => host.close())

  test('is shown through its own protocol handler, in a window of its own size', async () => {
    expect(await host.page.title()).toBe('Fixture')
    expect(await inPage('[innerWidth, innerHeight]')).toEqual([900, 700])
    expect(host.requests.slice(0, 2).map(({ url, outcome }) => `${outcome} ${url}`)).toEqual([
      'served app://console/index.html',
      'served app://console/page.js',
    ])
  })

  test('carries what structured clone keeps from the page to main and back', async () => {
    const values =
      'undefined, new Uint8Array([0, 255]), new Date(5), 12n, NaN, -0, new Map([[1, new Set(["a"])]]), { $: 1, __proto__: null }'
    const answered = inPage(`fixture.invoke('echo', ${values}).then(([u, b, d, n, nan, zero, map, object]) =>
      [u === undefined, b instanceof Uint8Array && b[1], d.getTime(), n === 12n, Number.isNaN(nan), Object.is(zero, -0), map.get(1).has('a'), object.$])`)
    expect(await answered).toEqual([true, 255, 5, true, true, true, true, 1])
  })

  test.each([
    ['fail', 'RangeError: too far'],
    ['nobody', "Error: No handler registered for 'nobody'"],
    ['uncloneable', 'Error: An object could not be cloned.'],
    ['missing', 'Error: The stand-in host has no app.dock.'],
  ])('words the failure of %s as Electron does', async (channel, message) => {
    await expect(invoke(channel)).rejects.toThrow(`Error: Error invoking remote method '${channel}': ${message}`)
  })

  test('tells main which frame has called, and lets a test call from any other', async () => {
    const ours = { isOurs: true, url: 'app://console/index.html', origin: 'app://console', hasParent: false }
    expect(await invoke('sender')).toEqual(ours)
    const forged = (sender: Parameters<typeof host.electron.ipc.forge>[0]['sender']) =>
      host.electron.ipc.forge({ channel: 'sender', args: [], sender })
    expect(await forged('main frame')).toEqual({ value: ours })
    expect(await forged({ subframe: 'https://evil.example/' })).toMatchObject({
      value: { isOurs: false, hasParent: true },
    })
    expect(await forged({ mainFrameAt: 'about:blank' })).toMatchObject({ value: { isOurs: false, origin: 'null' } })
    expect(await forged('gone')).toMatchObject({ value: { isOurs: false, url: undefined } })
  })

  test('keeps the preload in a world that the page cannot see, apart from what it exposes', async () => {
    expect(await inPage('[typeof preloadSecret, typeof require, typeof process, typeof module]')).toEqual(
      Array(4).fill('undefined'),
    )
    expect(await inPage('fixture.arguments')).toEqual(['--from-main'])
    await expect(inPage('"use strict"; fixture.invoke = 1')).rejects.toThrow('read only')
    await expect(inPage('"use strict"; fixture = 1')).rejects.toThrow('read only')
  })

  test('lets functions, promises and errors cross between the worlds', async () => {
    expect(await inPage('fixture.callTwice((word) => word + "!")')).toEqual(['first!', 'second!'])
    await expect(inPage('fixture.fail()')).rejects.toThrow('TypeError: The preload says no.')
    await expect(inPage('fixture.missing()')).rejects.toThrow('The stand-in host has no ipcRenderer.sendSync.')
  })

  test('sends events to the listeners of the page, until they are taken away', async () => {
    await inPage(`{ const stop = fixture.on('brief', () => { window.brief = (window.brief ?? 0) + 1; stop() }) }`)
    await invoke('announce', 'one', { two: 2 })
    expect(await inPage('heard.at(-1)')).toEqual(['one', { two: 2 }])
  })

  test("enforces the app's own content security policy", async () => {
    expect(await inPage('window.inlineRan')).toBeUndefined()
    expect(host.consoleComplaints).toContain('script-src-elem blocked inline')
  })

  test("cancels what the app's webRequest listener cancels, before it reaches anyone", async () => {
    using server = await listen()
    await expect(inPage(`fetch('${server.url}/secret')`)).rejects.toThrow('Failed to fetch')
    expect(host.requests.at(-1)).toMatchObject({ url: `${server.url}/secret`, outcome: 'cancelled' })
    expect(server.reached).toEqual([])
  })

  test('opens no window for the page, and records that it asked', async () => {
    expect(await inPage('window.open("https://example.com/script")')).toBeNull()
    await host.page.click('#new-window')
    await expect
      .poll(() => host.windowOpens)
      .toEqual([
        { url: 'https://example.com/script', action: 'deny' },
        { url: 'https://example.com/new', action: 'deny' },
      ])
    await expect.poll(() => host.page.context().pages().length).toBe(1)
    expect(host.requests.filter(({ url }) => url.includes('example.com'))).toEqual([])
  })

  test('stays where it is when the app prevents navigation, and reloads when the app does', async () => {
    await host.page.click('#leave')
    await expect
      .poll(() => host.requests.at(-1))
      .toMatchObject({ url: 'https://example.com/leave', outcome: 'prevented' })
    expect(await host.page.title()).toBe('Fixture')
    await host.electron.window.reload()
    expect(await inPage('heard')).toEqual([])
    expect((await invoke('sender')) as object).toMatchObject({ isOurs: true })
  })

  test('downloads nothing that the app prevents', async () => {
    await host.page.click('#download')
    await expect.poll(() => invoke('downloads')).toEqual(['abc.txt'])
  })

  test('asks the app for every permission', async () => {
    const denied = { requested: false, checked: false, device: false }
    expect(await host.electron.permissions.ask('media', 'app://console')).toEqual(denied)
    expect(await inPage('navigator.permissions.query({ name: "geolocation" }).then(({ state }) => state)')).toBe(
      'denied',
    )
  })

  test('has a menu that answers to labels and accelerators', async () => {
    const [file] = (await host.electron.menu.entries()) ?? []
    expect(file?.submenu?.map(({ label }) => label)).toEqual(['Announce', 'Never', 'Shown', 'quit'])
    await host.electron.menu.click('File', 'Announce')
    await host.electron.menu.press('Shift+Control+A')
    await expect.poll(() => inPage('heard.filter(([word]) => word === "menu").length')).toBe(2)
    await expect(host.electron.menu.click('File', 'Never')).rejects.toThrow('disabled')
    await expect(host.electron.menu.press('F1')).rejects.toThrow('No menu item registers')
  })

  test('gets the answers that a test queued for its dialogs, and fails where there is none', async () => {
    await host.electron.dialogs.queue('showOpenDialog', { canceled: false, filePaths: ['a.csv'] })
    expect(await invoke('open')).toEqual({ canceled: false, filePaths: ['a.csv'] })
    expect(await host.electron.dialogs.asked()).toEqual([{ kind: 'showOpenDialog', options: { title: 'Open' } }])
    await expect(invoke('open')).rejects.toThrow('The test queued no answer for showOpenDialog.')
  })

  test('has a clipboard, a shell, a theme, a zoom and a power monitor that a test can read and move', async () => {
    await invoke('copy', 'an address')
    expect(await host.electron.clipboard.read()).toBe('an address')
    await invoke('external', 'https://example.com/help')
    expect(await host.electron.shell.records()).toEqual([{ call: 'openExternal', target: 'https://example.com/help' }])
    await invoke('theme', 'dark')
    await expect.poll(() => inPage('matchMedia("(prefers-color-scheme: dark)").matches')).toBe(true)
    await invoke('zoom', Math.log(2) / Math.log(1.2))
    await expect.poll(() => inPage('[innerWidth, devicePixelRatio]')).toEqual([450, 2])
    await host.electron.power.setIdleSeconds(61)
    expect(await invoke('idle')).toBe(61)
    await host.electron.power.fire('suspend')
    await expect.poll(() => inPage('heard.at(-1)')).toEqual(['suspend'])
  })

  test('runs a utility process with a parent port', async () => {
    expect(await invoke('twice', 21)).toEqual({ doubled: 42, type: 'utility', code: 15, said: 'doubling 21 --by 2\n' })
  })

  test('counts every connection of the main process and of nothing else', async () => {
    using server = await listen()
    expect(host.connections).toEqual([])
    expect(await invoke('reach', server.url)).toBe(200)
    expect(host.connections).toEqual([{ process: 'main', kind: 'tcp', target: `127.0.0.1:${server.port}` }])
  })

  test('goes on after what nobody caught in main, and reports it', async () => {
    expect(host.mainErrors).toEqual([])
    await invoke('crash')
    await expect.poll(() => host.mainErrors).toEqual([expect.stringContaining('nobody catches this')])
    expect(await invoke('echo', 1)).toEqual([1])
  })

  test('lets no second app in on its data', async () => {
    expect(await runToEnd({ appDir, userData })).toMatchObject({ code: 4 })
  })
})

test('requests that no listener cancels do go out', async () => {
  using server = await listen()
  await using host = await startHost({ appDir, userData, args: ['--let-out'] })
  expect(await host.page.evaluate(`fetch('${server.url}/control').then((answer) => answer.text())`)).toBe('here')
  expect(host.requests.at(-1)).toMatchObject({ outcome: 'sent' })
  expect(server.reached).toEqual(['/control'])
})

test('an app that quits ends with its code, and so does one whose window is closed', async () => {
  await using host = await startHost({ appDir, userData })
  await host.electron.menu.click('File', 'quit')
  expect(await host.ended).toEqual({ code: 0, signal: null })
  await using other = await startHost({ appDir, userData })
  await other.page.close()
  expect(await other.ended).toEqual({ code: 0, signal: null })
})

test('an app that ends before its window is told with its code', async () => {
  await expect(startHost({ appDir, userData, args: ['--refuse'] })).rejects.toThrow('The app ended with code 3 before')
  expect(await runToEnd({ appDir, userData, args: ['--refuse'] })).toMatchObject({ code: 3, connections: [] })
})

test.each(['closed', 'killed'])('nothing is left running when the host is %s', async (how) => {
  const mark = `STAND_IN_MARK=${randomUUID()}`
  const [name, value] = mark.split('=') as [string, string]
  const child = fork(fileURLToPath(new URL('./host-child.ts', import.meta.url)), [appDir, userData], {
    env: { ...process.env, [name]: value },
    execArgv: [],
  })
  await once(child, 'message')
  expect(survivors(mark).length).toBeGreaterThan(3)
  if (how === 'killed') child.kill('SIGKILL')
  else child.send('close')
  await once(child, 'exit')
  await expect.poll(() => survivors(mark), { timeout: 10_000 }).toEqual([])
})
