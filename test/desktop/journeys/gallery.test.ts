// @module-tag long
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, onTestFinished, test as runner } from 'vitest'
import { de } from '../../../desktop/words/de.ts'
import { addTexts, setLanguage } from '../../../desktop/words/words.ts'
import { demoCustodians } from '../../../server/demo/demo-data.ts'
import type { TestServer } from '../../harness/server.ts'
import { openScene } from '../../sign-in/scene.ts'
import { openSignIn, signInInBrowser, startSignIn } from '../harness/browser-sign-in.ts'
import { openConsole } from '../harness/console.ts'
import { t } from '../harness/words.ts'
import { startDemoDesk } from './demo-desk.ts'
import { lockPlaces } from './lock-places.ts'
import { startModeProxy } from './mode-proxy.ts'
import { places, popups } from './places.ts'
import { openStage, type StageOptions } from './stage.ts'
import { machinePlaces, openMachine } from './this-machine-places.ts'

const isAsked = process.env.STRONGROOM_SCREENSHOTS === '1'
const folder = fileURLToPath(new URL('../../../dist/screenshots/', import.meta.url))

const looks = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'dark', forcedColors: 'active' },
} as const
const everyLook = Object.keys(looks) as readonly (keyof typeof looks)[]

const [, trading] = demoCustodians
const atDemo = (server: TestServer, options: StageOptions = {}) =>
  openStage(server, { operator: 'ada.lovelace', account: trading.account, ...options })

const test = runner
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await startDemoDesk()
    onCleanup(() => server[Symbol.asyncDispose]())
    return server
  })
  .extend('stage', { scope: 'file' }, async ({ server }, { onCleanup }) => {
    const stage = await atDemo(server)
    onCleanup(() => stage[Symbol.asyncDispose]())
    return stage
  })
  .extend('german', { scope: 'file' }, async ({ server }, { onCleanup }) => {
    addTexts('de', de)
    const german = await atDemo(server, { settings: { language: 'de' } })
    onCleanup(() => german[Symbol.asyncDispose]())
    return german
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  .extend('machine', { scope: 'file' }, async ({}, { onCleanup }) => {
    const machine = await openMachine()
    onCleanup(() => machine[Symbol.asyncDispose]())
    return machine
  })

beforeEach(({ skip }) => skip(!isAsked, 'pictures are taken on demand: npm run screenshots'))
beforeAll(async () => {
  if (isAsked) await rm(folder, { recursive: true, force: true })
})

type Taking = { readonly taken?: readonly (keyof typeof looks)[]; readonly fullPage?: boolean }

/** Takes the page as it stands in each of the looks. */
async function take(page: Page, name: string, { taken = everyLook, fullPage = false }: Taking = {}): Promise<void> {
  for (const look of taken) {
    const media = looks[look]
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme=${media.colorScheme}]`).waitFor({ state: 'attached' })
    const path = join(folder, `${name.replaceAll(' ', '-')}-${look}.png`)
    await mkdir(dirname(path), { recursive: true })
    await page.screenshot({ path, animations: 'disabled', fullPage })
  }
}

test.for([...places, ...popups])('pictures show $place', async ({ place, open }, { stage }) => {
  await open(stage.page, stage)
  await take(stage.page, place)
})

const readScreens = ['/home', '/custodians', '/custodians/12/wallets', '/custodians/12/history', '/reserves', '/audit']

test.for(['holds', 'disconnects', 'UnexpectedError'] as const)(
  'pictures show the screens when the server %s',
  async (mode, { server }) => {
    await using proxy = await startModeProxy(server.url)
    await using faulty = await openConsole({ url: proxy.url, token: await server.token({ name: 'grace.hopper' }) })
    const { page, electron } = faulty
    proxy.turn(mode)
    for (const path of readScreens) {
      await page.evaluate(`location.hash = '#${path}'`)
      await electron.window.reload()
      if (mode === 'holds') await page.getByText(t('common:loading')).first().waitFor({ state: 'attached' })
      else await page.getByRole('alert').first().waitFor()
      await take(page, `${mode}${path}`.replaceAll('/', ' '))
    }
  },
)

test('pictures show the welcome screen', async () => {
  await using empty = await openConsole()
  await empty.page.getByRole('heading', { name: t('connect:welcome') }).waitFor()
  await take(empty.page, 'the welcome screen')
})

test('pictures show the sign-in with the identity provider, from the offer to the person', async () => {
  await using scene = await openScene()
  await using desk = await openConsole({ url: scene.server.url })
  const dialog = desk.page.getByRole('dialog')
  await openSignIn(desk)
  await take(desk.page, 'the offer of the identity provider')
  const refused = await startSignIn(desk)
  await dialog.getByText(/^[B-Z]{4}-[B-Z]{4}$/).waitFor()
  await take(desk.page, 'the code while the browser is open')
  await signInInBrowser(desk, refused, 'gina')
  await desk.page.getByRole('alert').getByText(t('consoleFailures:SignInRefused.meaning')).waitFor()
  await take(desk.page, 'a sign-in that was refused')
  await signInInBrowser(desk, await startSignIn(desk), 'erin')
  await dialog.getByText(t('connect:owner'), { exact: true }).waitFor()
  await take(desk.page, 'a person who signed in')
})

test.for(machinePlaces)('pictures show $place', async ({ place, open }, { machine }) => {
  await open(machine)
  await take(machine.page, place, { fullPage: true })
})

const mainPlaces = places.filter(({ place }) =>
  [
    'home',
    'the custodians',
    'one custodian',
    'the form of a rotation',
    'the question before a rotation',
    'the history with details',
    'the wallets',
    'the reserves with their chart',
    'the audit with a record opened',
    'the operator tokens',
    'the settings',
  ].includes(place),
)

const production = { label: 'Production', colour: 'red', isProduction: true } as const

test.for<{ readonly kind: string } & StageOptions>([
  { kind: 'compact', settings: { density: 'compact' } },
  { kind: 'production', environment: production },
  { kind: '1024 wide', viewport: { width: 1024, height: 640 } },
  { kind: '1440 wide', viewport: { width: 1440, height: 900 } },
  { kind: '1920 wide', viewport: { width: 1920, height: 1080 } },
])('pictures show the main screens, $kind', async ({ kind, ...options }, { server }) => {
  await using stage = await atDemo(server, options)
  for (const { place, open } of mainPlaces) {
    await open(stage.page, stage)
    await take(stage.page, join(kind, place), { taken: ['light', 'dark'] })
  }
})

test.for([...places, ...popups])('pictures show $place in German', async ({ place, open }, { german }) => {
  setLanguage('de')
  onTestFinished(() => setLanguage('en'))
  await open(german.page, german)
  await take(german.page, join('German', place), { taken: ['light'] })
})

test.for(lockPlaces)('pictures show $place', async ({ place, open }, { stage }) => {
  await open(stage.page, stage)
  await take(stage.page, place)
})
