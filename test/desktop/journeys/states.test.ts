import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contractVersion } from '../../../shared/contract-version.ts'
import { custodians } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { type OpenConsole, openConsole, signIn } from '../harness/console.ts'
import { shiftsOf } from './layout-shift.ts'
import { type MoodyWay, startMoodyWay } from './moody-way.ts'
import { storeKeys } from './places.ts'

const ofCustodian = (part: string) => `/custodians/${custodians.copper}${part}`

/** The screens that read from a server, each with something that only an answer brings. */
const screens = [
  { screen: 'custodians', path: '/custodians', shows: 'Custodian 11' },
  { screen: 'one custodian', path: ofCustodian(''), shows: 'Grace' },
  { screen: 'history', path: ofCustodian('/history'), shows: '1 rotation' },
  { screen: 'wallets', path: ofCustodian('/wallets'), shows: '2 wallets' },
  { screen: 'reserves', path: '/reserves', shows: '2 rows' },
  { screen: 'audit', path: '/audit', shows: 'Rotation ended' },
] as const

let server: TestServer
let way: MoodyWay
let desk: OpenConsole

beforeAll(async () => {
  server = await startTestServer()
  await storeKeys(server)
  way = await startMoodyWay(server.url)
  desk = await openConsole({ url: way.url, token: await server.token({ name: 'Ada' }) })
  desk.page.setDefaultTimeout(8_000)
  await desk.page.emulateMedia({ reducedMotion: 'reduce' })
  await desk.page.clock.install()
})
afterAll(async () => {
  await desk?.close()
  await way?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

/** What one test leaves behind, above all a failed one, is not there for the next. */
afterEach(async () => {
  way.turn('carries')
  way.speak(contractVersion)
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
      return desk.page.getByText(/The server (cannot be reached|asked to wait)/).count()
    })
    .toBe(0)

/** Loads the page anew at a screen, without waiting for what it shows. */
async function load(path: string): Promise<void> {
  await goTo(path)
  await desk.page.evaluate('globalThis.isBefore = true')
  await desk.electron.window.reload()
  await expect.poll(() => desk.page.evaluate('globalThis.isBefore ?? false').catch(() => true)).toBe(false)
  await desk.page.getByRole('navigation').first().waitFor()
}

describe.each(screens)('$screen', ({ path, shows }) => {
  test('keeps what was read while the server is away, says so, and comes back by itself', async () => {
    await load(path)
    await shown(shows).waitFor()
    way.turn('is cut')
    await refresh()
    await shown('The server cannot be reached').waitFor()
    expect(await shown(shows).isVisible()).toBe(true)
    expect(await shown('Shown below is what was read last.').isVisible()).toBe(true)
    way.turn('carries')
    await passUntilBack(10_000)
    expect(await shown(shows).isVisible()).toBe(true)
  })

  test('comes by itself when the server was away at the start', async () => {
    way.turn('is cut')
    await load(path)
    await shown('The server cannot be reached').waitFor()
    way.turn('carries')
    await passUntilBack(10_000)
    await shown(shows).waitFor()
    expect(await desk.page.getByRole('alert').count()).toBe(0)
  })

  test('says that the server takes long, and moves nothing when the answer comes', async () => {
    way.turn('holds')
    await load(path)
    await shown('Loading …').waitFor({ state: 'attached' })
    expect(await shown('The server takes long').count()).toBe(0)
    await pass(4_000)
    await shown('The server takes long').waitFor()
    way.turn('carries')
    await shown(shows).waitFor()
    await shown('The server takes long').waitFor({ state: 'detached' })
    expect(await shiftsOf(desk.page)).toEqual([])
  })

  test('waits as long as the server asks to, and then comes by itself', async () => {
    way.turn('TooManyRequests')
    await load(path)
    await shown('The server asked to wait').waitFor()
    way.turn('carries')
    await passUntilBack(3_000)
    await shown(shows).waitFor()
    expect(await desk.page.getByRole('alert').count()).toBe(0)
  })

  test('names what failed on the server with the id of the request, and reads again when asked to', async () => {
    await load(path)
    await shown(shows).waitFor()
    way.turn('UnexpectedError')
    await refresh()
    await shown('moody-1').waitFor()
    expect(await shown(shows).isVisible()).toBe(true)
    way.turn('carries')
    await desk.page.getByRole('button', { name: 'Try again' }).click()
    await shown('moody-1').waitFor({ state: 'detached' })
    expect(await desk.page.getByRole('alert').count()).toBe(0)
  })

  test('is kept below the question for another token', async () => {
    await load(path)
    await shown(shows).waitFor()
    way.turn('Unauthenticated')
    await refresh()
    await desk.page.getByRole('dialog').getByText('The token no longer works').waitFor()
    way.turn('carries')
    await desk.page.getByRole('button', { name: 'Later' }).click()
    expect(await shown(shows).isVisible()).toBe(true)
  })

  test('keeps scroll and focus when it is read again, and moves nothing', async () => {
    const { page } = desk
    await page.setViewportSize({ width: 1280, height: 420 })
    await load(path)
    await shown(shows).waitFor()
    await page.locator('main :is(a, button)').filter({ visible: true }).last().focus()
    await page.evaluate('scrollBy(0, 60)')
    const place = `[scrollY, document.activeElement.closest('main *').outerHTML]`
    const before = await page.evaluate(place)
    const answered = way.answered()
    await refresh()
    await expect.poll(way.answered).toBeGreaterThan(answered)
    await page
      .getByRole('button', { name: 'Refresh' })
      .and(page.locator('[data-loading]'))
      .waitFor({ state: 'detached' })
    expect(await page.evaluate(place)).toEqual(before)
    expect(await shiftsOf(page)).toEqual([])
  })
})

test.each([
  ['', 'its rotations', 'Grace'],
  ['/history', 'its rotations', '1 rotation'],
  ['/wallets', 'its wallets', '2 wallets'],
])(
  'what a page of a custodian could not read is told once, and tried again at once (%s)',
  async (part, reads, shows) => {
    await load(ofCustodian(part))
    await shown('Custodian 12').waitFor()
    await shown(shows).waitFor()
    const alert = desk.page.getByRole('alert')
    for (const mood of ['UnexpectedError', 'is cut'] as const) {
      way.turn(mood)
      await refresh()
      await alert.getByText(`Could not be read: this custodian, ${reads}.`).waitFor()
      expect(await alert.count()).toBe(1)
      way.turn('carries')
      await desk.page.getByRole('button', { name: 'Try again' }).click()
      await alert.waitFor({ state: 'detached' })
      expect(await desk.page.locator('#content:focus').count()).toBe(1)
    }
  },
)

describe('a token that may do less', () => {
  test.each([
    { may: [], path: '/custodians', lacks: 'custodians:read' },
    { may: ['custodians:read'], path: ofCustodian('/wallets'), lacks: 'wallets:read' },
    { may: ['custodians:read'], path: ofCustodian('/rotate'), lacks: 'custodians:update' },
    { may: ['custodians:read'], path: '/reserves', lacks: 'reserves:read' },
    { may: ['custodians:read'], path: '/audit', lacks: 'audit:read' },
  ] as const)('is told on $path that it lacks $lacks', async ({ may, path, lacks }) => {
    await signIn(desk, desk.profileId, await server.token({ permissions: may, name: `may ${may.length}` }))
    await load(path)
    await desk.page.locator('main').getByText(lacks).first().waitFor()
  })
})

test('a custodian that has vanished is named as such, on each of its screens', async () => {
  await signIn(desk, desk.profileId, await server.token({ name: 'Grace' }))
  for (const part of ['', '/rotate', '/wallets', '/history']) {
    await load(`/custodians/99${part}`)
    await shown('No such custodian').waitFor()
  }
})

test.each([
  ['1.7', 'The server is newer than this console'],
  ['2.0', 'Console and server are of different generations'],
  ['0.9', 'Console and server are of different generations'],
])('a server of the interface %s is told apart', async (version, title) => {
  way.speak(version)
  await load('/custodians')
  await shown(title).waitFor()
  await shown('Custodian 11').waitFor()
})

test('the control: what moves by itself is seen', async () => {
  await load('/custodians')
  await shown('Custodian 11').waitFor()
  await desk.page.evaluate(
    `document.querySelector('main').prepend(Object.assign(document.createElement('p'), { textContent: 'late' }))`,
  )
  expect(await shiftsOf(desk.page)).not.toEqual([])
})
