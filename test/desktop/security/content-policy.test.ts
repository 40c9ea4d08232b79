import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { OpenConsole } from '../harness/console.ts'
import { testAlone } from '../harness/desk.ts'
import { listenOnLoopback } from '../host/loopback-server.ts'

const test = testAlone
  // A headless shell loads no manifest.
  .extend('consoleOptions', { scope: 'file' }, { browser: 'complete' })
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
  .extend('elsewhere', { scope: 'file' }, async ({}, { onCleanup }) => {
    const elsewhere = await listenOnLoopback()
    onCleanup(async () => elsewhere[Symbol.dispose]())
    return elsewhere
  })

const inPage = <Value>(page: Page, script: string) => page.evaluate(script) as Promise<Value>

const policyOf = async ({ page, electron }: OpenConsole) => {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/index.html')
  await electron.window.reload()
  return (await answered).headers()['content-security-policy'] ?? ''
}

describe('the content security policy in the page', () => {
  test('is exactly default-src none with own scripts and fonts, and styles with a nonce', async ({ desk }) => {
    expect((await policyOf(desk)).replace(/nonce-[\w-]{22}/, 'nonce-…')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-…'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  })

  test('has a new nonce with each load', async ({ desk }) => {
    const nonces = [await policyOf(desk), await policyOf(desk), await policyOf(desk)].map(
      (policy) => /nonce-[\w-]+/.exec(policy)?.[0],
    )
    expect(new Set(nonces).size).toBe(3)
  })

  test('allows every style of the console, which carries the nonce', async ({ page, desk }) => {
    await page.locator('h1').first().waitFor()
    expect(await inPage(page, `[...document.querySelectorAll('style')].filter(({ nonce }) => !nonce).length`)).toBe(0)
    expect(await inPage(page, `document.querySelectorAll('style').length`)).toBeGreaterThan(0)
    expect(desk.consoleComplaints).toEqual([])
  })
})

const append = (name: string, members: string) =>
  `document.body.append(Object.assign(document.createElement('${name}'), ${members}))`

/** What the policy has to stop, with the directive that does. */
const attempts: Readonly<Record<string, readonly [script: (url: string) => string, directive: string]>> = {
  'an inline script': [() => append('script', `{ textContent: 'window.ran = 1' }`), 'script-src-elem'],
  'an inline handler': [
    () => `document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.ran = 1">')`,
    'script-src-attr',
  ],
  'a javascript: address': [
    () => `${append('a', `{ href: 'javascript:void(window.ran = 1)', id: 'js' }`)}; js.click()`,
    'script-src-elem',
  ],
  'a script from elsewhere': [(url) => append('script', `{ src: '${url}/x.js' }`), 'script-src-elem'],
  'a script in a data address': [
    () => append('script', `{ src: 'data:text/javascript,window.ran=1' }`),
    'script-src-elem',
  ],
  'a module from elsewhere': [(url) => `import('${url}/x.js').catch(() => {})`, 'script-src-elem'],
  'an inline style without nonce': [() => append('style', `{ textContent: 'body { --ran: 1 }' }`), 'style-src-elem'],
  'an inline style with a wrong nonce': [
    () => append('style', `{ textContent: 'body { --ran: 1 }', nonce: 'AAAAAAAAAAAAAAAAAAAAAA' }`),
    'style-src-elem',
  ],
  'a style attribute': [
    () => `document.body.insertAdjacentHTML('beforeend', '<p style="color: red">x</p>')`,
    'style-src-attr',
  ],
  'a style sheet from elsewhere': [
    (url) => append('link', `{ rel: 'stylesheet', href: '${url}/x.css' }`),
    'style-src-elem',
  ],
  'a font from elsewhere': [(url) => `new FontFace('x', 'url(${url}/x.woff2)').load().catch(() => {})`, 'font-src'],
  fetch: [(url) => `fetch('${url}/fetch').catch(() => {})`, 'connect-src'],
  'fetch of its own origin': [() => `fetch('/index.html').catch(() => {})`, 'connect-src'],
  XMLHttpRequest: [
    (url) => `(() => { const asked = new XMLHttpRequest(); asked.open('GET', '${url}/xhr'); asked.send() })()`,
    'connect-src',
  ],
  WebSocket: [(url) => `new WebSocket('${url.replace('http', 'ws')}/socket')`, 'connect-src'],
  EventSource: [(url) => `new EventSource('${url}/events')`, 'connect-src'],
  'a beacon': [(url) => `navigator.sendBeacon('${url}/beacon')`, 'connect-src'],
  'an image from elsewhere': [(url) => append('img', `{ src: '${url}/x.png' }`), 'img-src'],
  'a form that is sent': [
    (url) =>
      `(() => { const form = document.createElement('form'); form.action = '${url}/form'; form.method = 'POST'; document.body.append(form); form.submit() })()`,
    'form-action',
  ],
  'another base': [(url) => append('base', `{ href: '${url}/' }`), 'base-uri'],
  'a frame': [(url) => append('iframe', `{ src: '${url}/frame' }`), 'frame-src'],
  'a frame of its own page': [() => append('iframe', `{ src: '/index.html' }`), 'frame-src'],
  'an object': [(url) => append('object', `{ data: '${url}/object' }`), 'object-src'],
  'a video': [(url) => append('video', `{ src: '${url}/video' }`), 'media-src'],
  'a manifest': [
    (url) =>
      `document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: '${url}/m.json' }))`,
    'manifest-src',
  ],
  'a worker of a blob': [() => `new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))`, 'worker-src'],
  'a worker from elsewhere': [() => `new Worker('data:text/javascript,postMessage(1)')`, 'worker-src'],
}

describe('the content security policy blocks', () => {
  test.for(Object.entries(attempts))('%s', async ([, [attempt, directive]], { page, desk, elsewhere }) => {
    const since = desk.consoleComplaints.length
    const before = desk.requests.length
    await inPage(page, `void (() => { try { ${attempt(elsewhere.url)} } catch {} })()`)
    await expect
      .poll(() => desk.consoleComplaints.slice(since).join('\n'))
      .toMatch(new RegExp(`^${directive.replace(/-(elem|attr)$/, '')}(-elem|-attr)? blocked`, 'm'))
    expect(await inPage(page, 'window.ran')).toBeUndefined()
    expect(await inPage(page, `getComputedStyle(document.body).getPropertyValue('--ran')`)).toBe('')
    expect(elsewhere.reached).toEqual([])
    expect(desk.requests.slice(before).filter(({ outcome }) => outcome === 'sent')).toEqual([])
  })

  test('eval in all its forms', async ({ page, desk }) => {
    const forms = [`eval('1')`, `new Function('return 1')()`, `(() => {}).constructor('return 1')()`]
    // In a task of its own, for what the test itself has the page run may do more than the page.
    for (const form of forms)
      expect(
        await inPage(
          page,
          `new Promise((resolve) => setTimeout(() => { try { ${form}; resolve('ran') } catch ({ name }) { resolve(name) } }))`,
        ),
      ).toBe('EvalError')
    const since = desk.consoleComplaints.length
    await inPage(page, `void setTimeout(() => setTimeout('window.ran = 1'))`)
    await expect.poll(() => desk.consoleComplaints.slice(since).join()).toMatch(/eval/)
    expect(await inPage(page, 'window.ran')).toBeUndefined()
  })
})

describe('the content security policy (control)', () => {
  test('applies a style with the nonce, and shows an image of the package', async ({ page }) => {
    await inPage(
      page,
      `(() => { const style = document.createElement('style'); style.nonce = document.querySelector('meta[name=style-nonce]').content; style.textContent = 'body { --control: 1 }'; document.head.append(style) })()`,
    )
    expect(await inPage(page, `getComputedStyle(document.body).getPropertyValue('--control')`)).toBe('1')
    expect(
      await inPage(
        page,
        `new Promise((resolve) => { const image = new Image(); image.onload = () => resolve('shown'); image.onerror = () => resolve('not'); image.src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>' })`,
      ),
    ).toBe('shown')
  })

  test('does not stop the same attempts when it is removed', async ({ page, desk, elsewhere }) => {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Page.setBypassCSP', { enabled: true })
    await desk.electron.window.reload()
    await inPage(page, `void ${attempts['an inline script']?.[0](elsewhere.url)}`)
    await expect.poll(() => inPage(page, 'window.ran')).toBe(1)
  })
})
