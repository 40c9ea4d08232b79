import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contractVersion } from '../../../shared/contract-version.ts'
import { custodians } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { addWebhook } from '../../harness/webhooks.ts'
import { type OpenConsole, openConsole, reloadPage, startAgain } from '../harness/console.ts'
import { t } from '../harness/words.ts'
import { shiftsOf } from './layout-shift.ts'
import { type ModeProxy, startModeProxy } from './mode-proxy.ts'
import { storeKeys } from './places.ts'

const ofCustodian = (part: string) => `/custodians/${custodians.copper}${part}`

/** The screens that read from a server, each with something that only an answer brings. */
const screens = [
  { screen: 'custodians', path: '/custodians', shows: 'Custodian 11' },
  { screen: 'one custodian', path: ofCustodian(''), shows: 'Grace' },
  { screen: 'history', path: ofCustodian('/history'), shows: t('custodians:history.count', { count: 1 }) },
  { screen: 'wallets', path: ofCustodian('/wallets'), shows: t('wallets:count', { count: 2 }) },
  { screen: 'reserves', path: '/reserves', shows: t('reserves:rows', { count: 2 }) },
  { screen: 'audit', path: '/audit', shows: 'Grace' },
  {
    screen: 'networks',
    path: '/administration/networks',
    shows: t('administration:networks.count', { count: 2 }),
  },
  { screen: 'webhooks', path: '/administration/webhooks', shows: t('webhooks:events.data.damaged') },
  { screen: 'one webhook', path: '/administration/webhooks/1', shows: t('webhooks:deliveries.none') },
] as const

let server: TestServer
let proxy: ModeProxy
let desk: OpenConsole

beforeAll(async () => {
  server = await startTestServer()
  await storeKeys(server)
  await addWebhook(server.app.store)
  proxy = await startModeProxy(server.url)
  desk = await openConsole({ url: proxy.url, token: await server.token({ name: 'Ada' }) })
  await desk.page.emulateMedia({ reducedMotion: 'reduce' })
  await desk.page.clock.install()
})
afterAll(async () => {
  await desk?.close()
  await proxy?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

/** What one test leaves behind, above all a failed one, is not there for the next. */
afterEach(async () => {
  proxy.turn('forwards')
  proxy.speak(contractVersion)
  await desk.page.setViewportSize({ width: 1280, height: 800 })
})

const shown = (text: string) => desk.page.getByText(text).first()
const goTo = (path: string) => desk.page.evaluate(`location.hash = '#${path}'`)
const refresh = () => desk.page.keyboard.press('ControlOrMeta+r')
/** Lets the page believe that so many milliseconds have passed. */
const pass = (milliseconds: number) => desk.page.clock.fastForward(milliseconds)

/** Lets as much time pass, again and again, until every reading is back: one that failed late set its timer late. */
const passUntilBack = (milliseconds: number) =>
  expect
    .poll(async () => {
      await pass(milliseconds)
      return shown(t('failures:ResponseLost'))
        .or(shown(t('common:waiting')))
        .count()
    })
    .toBe(0)

/** Goes to a screen from one without data, without loading the page again, and waits for what it shows. */
async function visit(path: string, shows: string): Promise<void> {
  await goTo('/shortcuts')
  await desk.page.getByRole('heading', { name: t('shortcuts:title') }).waitFor()
  await goTo(path)
  await shown(shows).waitFor()
}

/** Reloads the page at a screen without waiting for its content: nothing is kept of what was read before. */
async function load(path: string): Promise<void> {
  await goTo(path)
  await reloadPage(desk)
  await desk.page.getByRole('navigation').first().waitFor()
}

describe.each(screens)('$screen', ({ path, shows }) => {
  test('loads without input once a server that was down at the start, then busy, answers', async () => {
    proxy.turn('disconnects')
    await load(path)
    await shown(t('failures:ResponseLost')).waitFor()
    proxy.turn('TooManyRequests')
    await expect
      .poll(async () => {
        const isWaiting = (await shown(t('common:waiting')).count()) === 1
        if (!isWaiting) await pass(10_000)
        return isWaiting
      })
      .toBe(true)
    proxy.turn('forwards')
    await passUntilBack(3_000)
    await shown(shows).waitFor()
    expect(await desk.page.getByRole('alert').count()).toBe(0)
  })

  test('says that the server is slow, and shifts no content when the answer arrives', async () => {
    proxy.turn('holds')
    await load(path)
    await shown(t('common:loading')).waitFor({ state: 'attached' })
    expect(await shown(t('common:slow')).count()).toBe(0)
    await pass(4_000)
    await shown(t('common:slow')).waitFor()
    proxy.turn('forwards')
    await shown(shows).waitFor()
    await shown(t('common:slow')).waitFor({ state: 'detached' })
    expect(await shiftsOf(desk.page)).toEqual([])
  })

  test('keeps scroll and focus on refresh, and shifts no content', async () => {
    const { page } = desk
    await page.setViewportSize({ width: 1280, height: 420 })
    await visit(path, shows)
    await page.locator('main :is(a, button)').filter({ visible: true }).last().focus()
    await page.evaluate('scrollBy(0, 60)')
    const place = `[scrollY, document.activeElement.closest('main *').outerHTML]`
    const before = await page.evaluate(place)
    const shifts = await shiftsOf(page)
    const answered = proxy.answered()
    await refresh()
    await expect.poll(proxy.answered).toBeGreaterThan(answered)
    await page
      .getByRole('button', { name: t('common:refresh') })
      .and(page.locator('[data-loading]'))
      .waitFor({ state: 'detached' })
    expect(await page.evaluate(place)).toEqual(before)
    expect(await shiftsOf(page)).toEqual(shifts)
  })

  test('keeps the loaded data while the server is unreachable, says so, and recovers without input', async () => {
    await visit(path, shows)
    proxy.turn('disconnects')
    await refresh()
    await shown(t('failures:ResponseLost')).waitFor()
    expect(await shown(shows).isVisible()).toBe(true)
    expect(await shown(t('common:stale')).isVisible()).toBe(true)
    proxy.turn('forwards')
    await passUntilBack(10_000)
    expect(await shown(shows).isVisible()).toBe(true)
  })

  test('keeps what is shown, and can be asked again, once the waiting is ended', async () => {
    await visit(path, shows)
    proxy.turn('holds')
    await refresh()
    await pass(4_000)
    await desk.page.getByRole('button', { name: t('common:stopWaiting') }).click()
    await shown(t('common:slow')).waitFor({ state: 'detached' })
    expect(await shown(shows).isVisible()).toBe(true)
    proxy.turn('forwards')
    await refresh()
    await shown(shows).waitFor()
  })

  test('shows a server error with its request ID, and loads again on request', async () => {
    await visit(path, shows)
    proxy.turn('UnexpectedError')
    await refresh()
    await shown('proxy-1').waitFor()
    expect(await shown(shows).isVisible()).toBe(true)
    proxy.turn('forwards')
    await desk.page.getByRole('button', { name: t('common:tryAgain') }).click()
    await shown('proxy-1').waitFor({ state: 'detached' })
    expect(await desk.page.getByRole('alert').count()).toBe(0)
  })

  test('stays open below the sign-in dialog', async () => {
    await visit(path, shows)
    proxy.turn('Unauthenticated')
    await refresh()
    await desk.page.getByRole('dialog').getByText(t('failures:Unauthenticated')).waitFor()
    proxy.turn('forwards')
    await desk.page.getByRole('button', { name: t('connect:later') }).click()
    expect(await shown(shows).isVisible()).toBe(true)
  })
})

test.each([
  ['', t('custodians:reads.rotations'), 'Grace'],
  ['/history', t('custodians:reads.rotations'), t('custodians:history.count', { count: 1 })],
  ['/wallets', t('wallets:reads'), t('wallets:count', { count: 2 })],
])(
  'a custodian screen reports a failed load once, and one button retries all of it (%s)',
  async (part, reads, shows) => {
    await visit(ofCustodian(part), shows)
    await shown('Custodian 12').waitFor()
    const alert = desk.page.getByRole('alert')
    for (const mood of ['UnexpectedError', 'disconnects'] as const) {
      proxy.turn(mood)
      await refresh()
      await alert.getByText(t('common:unread', { what: `${t('custodians:reads.custodian')}, ${reads}` })).waitFor()
      expect(await alert.count()).toBe(1)
      proxy.turn('forwards')
      await desk.page.getByRole('button', { name: t('common:tryAgain') }).click()
      await alert.waitFor({ state: 'detached' })
      expect(await desk.page.locator('#content:focus').count()).toBe(1)
    }
  },
)

test.each([
  { kind: 'without permissions', may: [], lacks: { '/custodians': 'custodians:read' } },
  {
    kind: 'that may only read custodians',
    may: ['custodians:read'],
    lacks: {
      [ofCustodian('/wallets')]: 'wallets:read',
      [ofCustodian('/rotate')]: 'custodians:update',
      '/reserves': 'reserves:read',
      '/audit': 'audit:read',
    },
  },
] as const)('a token $kind sees on each screen which permission it lacks', async ({ may, lacks }) => {
  await startAgain(desk, await server.token({ permissions: may, name: `may ${may.length}` }))
  for (const [path, permission] of Object.entries(lacks)) {
    await goTo(path)
    await desk.page.locator('main').getByText(permission).first().waitFor()
  }
})

test('a custodian that no longer exists is shown as not found on each of its screens', async () => {
  await startAgain(desk, await server.token({ name: 'Grace' }))
  for (const part of ['', '/rotate', '/wallets', '/history'])
    await visit(`/custodians/99${part}`, t('custodians:notFound'))
})

test.each([
  ['1.7', t('generation:newerTitle')],
  ['2.0', t('generation:otherTitle')],
  ['0.9', t('generation:otherTitle')],
])('a server of API version %s is announced with a notice', async (version, title) => {
  proxy.speak(version)
  await load('/custodians')
  await shown(title).waitFor()
  await shown('Custodian 11').waitFor()
})

test('a layout shift is detected (control)', async () => {
  await visit('/custodians', 'Custodian 11')
  await desk.page.evaluate(
    `document.querySelector('main').prepend(Object.assign(document.createElement('p'), { textContent: 'late' }))`,
  )
  expect(await shiftsOf(desk.page)).not.toEqual([])
})
