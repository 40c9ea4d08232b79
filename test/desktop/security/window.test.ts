import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mayOpenOutside } from '../../../desktop/main/window/trusted-origins.ts'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { listenOnLoopback } from '../host/loopback-server.ts'

let desk: OpenConsole
beforeAll(async () => {
  desk = await openConsole()
})
afterAll(() => desk.close())

const inPage = <Value>(script: string) => desk.page.evaluate(script) as Promise<Value>
/** Requests that the page made since, except those for its own files. */
const foreignRequests = (since: number) => desk.requests.slice(since).filter(({ outcome }) => outcome !== 'served')

describe('the window', () => {
  test('has sandbox, contextIsolation and webSecurity, and no nodeIntegration, webview or devtools', async () => {
    const { webPreferences } = (await desk.electron.window.options()) ?? {}
    expect(webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: false,
    })
    const known = ['preload', 'sandbox', 'contextIsolation', 'nodeIntegration', 'webSecurity', 'webviewTag']
    expect(Object.keys(webPreferences ?? {}).sort()).toEqual([...known, 'devTools', 'spellcheck'].sort())
  })

  test('loads only app:// pages, and no file:// URL', () => {
    expect(desk.requests.length).toBeGreaterThan(3)
    for (const { url, outcome } of desk.requests)
      expect([url, outcome]).toEqual([expect.stringMatching(/^(app:\/\/console\/|data:image\/)/), 'served'])
  })

  test('gives the page no Node and no Electron API, only the bridge, which it cannot change', async () => {
    const names = ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer', 'contextBridge']
    expect(await inPage(`${JSON.stringify(names)}.filter((name) => name in globalThis)`)).toEqual([])
    expect(await inPage('Object.isFrozen(strongroom) && Object.keys(strongroom).length')).toBe(13)
  })
})

/** Electron's own list, as in the documentation of `setPermissionRequestHandler` and `setPermissionCheckHandler`. */
const permissions = [
  'clipboard-read',
  'clipboard-sanitized-write',
  'display-capture',
  'fullscreen',
  'geolocation',
  'hid',
  'idle-detection',
  'keyboardLock',
  'local-fonts',
  'media',
  'mediaKeySystem',
  'midi',
  'midiSysex',
  'notifications',
  'openExternal',
  'pointerLock',
  'serial',
  'speaker-selection',
  'storage-access',
  'top-level-storage-access',
  'unknown',
  'usb',
  'window-management',
  'accessibility-events',
  'background-sync',
  'deprecated-sync-clipboard-read',
  'payment-handler',
  'persistent-storage',
  'sensors',
  'fileSystem',
]

describe('the window denies the permission', () => {
  test.each(permissions)('%s', async (permission) => {
    const denied = { requested: false, checked: false, device: false }
    for (const origin of ['app://console', 'https://evil.test', ''])
      expect(await desk.electron.permissions.ask(permission, origin)).toEqual(denied)
  })
})

describe('the window denies navigation, new windows and downloads', () => {
  test.each([
    ['a link', (url: string) => `Object.assign(document.createElement('a'), { href: '${url}' }).click()`],
    ['location', (url: string) => `location.href = '${url}'`],
    ['location.replace', (url: string) => `location.replace('${url}')`],
    [
      'a download',
      (url: string) => `Object.assign(document.createElement('a'), { href: '${url}', download: 'x' }).click()`,
    ],
    ['a ping', (url: string) => `Object.assign(document.createElement('a'), { href: '#', ping: '${url}' }).click()`],
    ['a beacon', (url: string) => `navigator.sendBeacon('${url}', 'x')`],
    [
      'a frame',
      (url: string) => `document.body.append(Object.assign(document.createElement('iframe'), { src: '${url}' }))`,
    ],
    [
      'an object',
      (url: string) => `document.body.append(Object.assign(document.createElement('object'), { data: '${url}' }))`,
    ],
    [
      'prefetch',
      (url: string) =>
        `document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: '${url}' }))`,
    ],
  ])('by %s: the page stays, and no server is contacted', async (_, act) => {
    using server = await listenOnLoopback()
    const before = await inPage('location.href')
    for (const url of [`${server.url}/leak`, 'file:///etc/passwd', 'https://evil.test/leak'])
      await inPage(`void (() => { try { ${act(url)} } catch {} })()`)
    await desk.page.waitForTimeout(100)
    expect(await inPage('location.href.split("#")[0]')).toBe(`${before}`.split('#')[0])
    expect(server.reached).toEqual([])
    expect(desk.requests.filter(({ outcome }) => outcome === 'sent')).toEqual([])
  })

  test('a download of a blob that the page made is prevented, which no content policy does', async () => {
    for (const made of ["'data:application/octet-stream,x'", "URL.createObjectURL(new Blob(['x']))"])
      await inPage(`void Object.assign(document.createElement('a'), { href: ${made}, download: 'x.bin' }).click()`)
    await expect.poll(() => desk.downloads.map(({ isPrevented }) => isPrevented)).toEqual([true, true])
  })

  test('a new window is denied for every way to request it', async () => {
    const since = desk.requests.length
    for (const act of [
      `window.open('https://evil.test/open')`,
      `window.open('about:blank')`,
      `Object.assign(document.createElement('a'), { href: 'https://evil.test/blank', target: '_blank' }).click()`,
    ])
      await inPage(`void ${act}`)
    await expect.poll(() => desk.windowOpens.length).toBe(3)
    expect(desk.windowOpens.every(({ action }) => action === 'deny')).toBe(true)
    await expect.poll(() => desk.page.context().pages().length).toBe(1)
    expect(foreignRequests(since)).toEqual([])
    expect(await desk.electron.shell.records()).toEqual([])
  })

  test('a webview is an inert element', async () => {
    await inPage(
      `document.body.append(Object.assign(document.createElement('webview'), { src: 'https://evil.test/view' }))`,
    )
    const inert = '[HTMLElement.prototype, HTMLUnknownElement.prototype]'
    expect(await inPage(`${inert}.includes(Object.getPrototypeOf(document.querySelector('webview')))`)).toBe(true)
  })
})

describe('openExternal', () => {
  test('opens an allowed https URL in the system browser, and no window (control)', async () => {
    await inPage(`void window.open('https://console.fireblocks.io/v2/settings?x=1')`)
    const opened = { call: 'openExternal', target: 'https://console.fireblocks.io/v2/settings?x=1' }
    await expect.poll(() => desk.electron.shell.records()).toEqual([opened])
    expect(desk.windowOpens.at(-1)?.action).toBe('deny')
  })

  test.each([
    'http://console.fireblocks.io/',
    'https://console.fireblocks.io.evil.test/',
    'https://console.fireblocks.io@evil.test/',
    'https://evil.test/https://console.fireblocks.io',
    'https://evil.test#https://console.fireblocks.io',
    'https://console.fireblocks.io:8443/',
    'https://xconsole.fireblocks.io/',
    'https://fireblocks.io/',
    'javascript:alert(1)//https://console.fireblocks.io',
    'file:///etc/passwd',
    'data:text/html,x',
    'smb://console.fireblocks.io/share',
    'ms-msdt:/id',
    'app://console/',
    'blob:https://console.fireblocks.io/0',
    '//console.fireblocks.io',
    '',
    'https://',
  ])('%s is not opened', async (url) => {
    expect(mayOpenOutside(url)).toBe(false)
  })
})

test('every request of the renderer except for its own files is cancelled', async () => {
  using server = await listenOnLoopback()
  // Past the policy of the page, in a world of the browser's own: the second line holds by itself.
  const cdp = await desk.page.context().newCDPSession(desk.page)
  await cdp.send('Page.setBypassCSP', { enabled: true })
  await desk.electron.window.reload()
  await desk.page.locator('h1').first().waitFor()
  const since = desk.requests.length
  const failed = await inPage<boolean>(`fetch('${server.url}/fetched').then(() => false, () => true)`)
  await inPage(`void Object.assign(new Image(), { src: '${server.url}/image' })`)
  await expect
    .poll(() => foreignRequests(since).map(({ url, outcome }) => [new URL(url).pathname, outcome]))
    .toEqual([
      ['/fetched', 'cancelled'],
      ['/image', 'cancelled'],
    ])
  expect([failed, server.reached]).toEqual([true, []])
})
