// @module-tag long
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import type { TestServer } from '../../harness/server.ts'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { like, t } from '../harness/words.ts'
import { startDemoDesk } from './demo-desk.ts'
import { type ModeProxy, startModeProxy } from './mode-proxy.ts'
import { places, popups } from './places.ts'

const isAsked = process.env.STRONGROOM_SCREENSHOTS === '1'
const folder = fileURLToPath(new URL('../../../dist/screenshots/', import.meta.url))

const looks = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
} as const

let server: TestServer
let desk: OpenConsole
let empty: OpenConsole
let faulty: OpenConsole
let proxy: ModeProxy

beforeEach(({ skip }) => skip(!isAsked, 'pictures are taken on demand: npm run screenshots'))
beforeAll(async () => {
  if (!isAsked) return
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  server = await startDemoDesk()
  proxy = await startModeProxy(server.url)
  desk = await openConsole({ url: server.url, token: await server.token({ name: 'ada.lovelace' }) })
  faulty = await openConsole({ url: proxy.url, token: await server.token({ name: 'grace.hopper' }) })
  empty = await openConsole()
})
afterAll(async () => {
  await desk?.close()
  await empty?.close()
  await faulty?.close()
  await proxy?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

/** Takes the page as it stands in each of the looks. */
async function take(page: Page, name: string): Promise<void> {
  for (const [look, media] of Object.entries(looks)) {
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme=${media.colorScheme}]`).waitFor({ state: 'attached' })
    await page.screenshot({
      path: join(folder, `${name.replaceAll(' ', '-')}-${look}.png`),
      animations: 'disabled',
    })
  }
}

test.each([...places, ...popups])('pictures show $place', async ({ place, open }) => {
  await open(desk.page)
  await take(desk.page, place)
})

const readScreens = ['/home', '/custodians', '/custodians/12/wallets', '/custodians/12/history', '/reserves', '/audit']

test.each(['holds', 'disconnects', 'UnexpectedError'] as const)(
  'pictures show the screens when the server %s',
  async (mood) => {
    const { page, electron } = faulty
    proxy.turn(mood)
    for (const path of readScreens) {
      await page.evaluate(`location.hash = '#${path}'`)
      await electron.window.reload()
      if (mood === 'holds') await page.getByText(t('common:loading')).first().waitFor({ state: 'attached' })
      else await page.getByRole('alert').first().waitFor()
      await take(page, `${mood}${path}`.replaceAll('/', ' '))
    }
    proxy.turn('forwards')
  },
)

test('pictures show the welcome screen', async () => {
  await empty.page.getByRole('heading', { name: t('connect:welcome') }).waitFor()
  await take(empty.page, 'the welcome screen')
})

test('pictures show the sign-in dialog and the lock', async () => {
  const { page } = desk
  await server.app.store.revokeToken({ token: 'ada.lovelace', actor: 'test', at: Date.now() })
  await page.evaluate(`location.hash = '#/reserves'`)
  await page.keyboard.press('ControlOrMeta+r')
  await page.getByRole('dialog').getByText(like('connect:signInAgain')).waitFor()
  await take(page, 'the sign-in dialog')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+l')
  await page.getByRole('heading', { name: t('lock:title') }).waitFor()
  await take(page, 'the lock screen')
})
