import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { demoCustodians } from '../../../server/demo/demo-data.ts'
import type { TestServer } from '../../harness/server.ts'
import type { Theme } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { type Desktop, missingHere, startDesktop } from '../tokens/keyring.ts'
import { pairFor, startDemoDesk } from './demo-desk.ts'
import { mouse } from './hands.ts'
import { rotateTo } from './rotation-steps.ts'

const isAsked = process.env.STRONGROOM_SCREENSHOTS === '1'
const folder = fileURLToPath(new URL('../../../docs/screenshots/', import.meta.url))
const [, trading] = demoCustodians

beforeEach(({ skip }) => {
  skip(!isAsked, 'pictures are taken on demand: STRONGROOM_SCREENSHOTS=1')
  skip(missingHere.length > 0, `no real keychain: ${missingHere.join(', ')} missing`)
})

let session: Desktop
let server: TestServer
let desk: OpenConsole

beforeAll(async () => {
  if (!isAsked || missingHere.length > 0) return
  await mkdir(folder, { recursive: true })
  session = await startDesktop()
  await session.startKeyring('password')
  server = await startDemoDesk()
  const environment = { label: 'Production', colour: 'red', isProduction: true } as const
  desk = await openConsole({ url: server.url, token: await server.token(), env: session.env, environment })
})
afterAll(async () => {
  await desk?.close()
  await server?.[Symbol.asyncDispose]()
  await session?.[Symbol.asyncDispose]()
})

const goTo = (path: string) => desk.page.evaluate(`location.hash = '#${path}'`)

async function take(page: Page, name: string, theme: Theme = 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor({ state: 'attached' })
  await page.mouse.move(640, 799)
  await page.screenshot({ path: join(folder, `${name}-${theme}.png`), animations: 'disabled' })
}

/** Runs in the page: where it would lie for an operator. */
function nameUsualFolder(folder: { textContent: string }, userData: string): void {
  folder.textContent = folder.textContent.replace(userData, '~/.config/Strongroom')
}

const takeBoth = async (page: Page, name: string) => {
  await take(page, name, 'dark')
  await take(page, name, 'light')
}

test('the custodians are pictured', async () => {
  await goTo('/custodians')
  await desk.page.getByText('Harbour cold vaults').waitFor()
  await takeBoth(desk.page, 'custodians')
})

test('a rotation that was refused is pictured, then one that was stored', async () => {
  const { page } = desk
  await goTo(`/custodians/${trading.custodianId}/rotate`)
  const wrong = await server.pair('copper', { account: trading.account, mode: 'unknown-key' })
  const journey = { stage: { page }, hand: mouse, custodianName: trading.name, provider: trading.provider }
  await rotateTo(wrong, journey)
  await page.getByText('The old keys are still active.', { exact: true }).waitFor()
  await page.mouse.wheel(0, 2_000)
  await takeBoth(page, 'rotation-refused')
  await rotateTo(await pairFor(server, trading), journey)
  await page.getByText('The new keys are in force').waitFor()
  await take(page, 'rotation-stored')
})

test('the reserves of one token are pictured with their chart', async () => {
  await goTo('/reserves')
  await desk.page.getByRole('searchbox', { name: 'Search' }).fill('usdc')
  await desk.page.getByRole('region', { name: 'Chart' }).locator('canvas').first().waitFor()
  await takeBoth(desk.page, 'reserves')
})

test('the wallets of a custodian are pictured', async () => {
  await goTo(`/custodians/${trading.custodianId}/wallets`)
  await desk.page.getByRole('grid', { name: 'Wallets' }).locator('img').first().waitFor()
  await take(desk.page, 'wallets', 'dark')
})

test('the server of this machine is pictured', async () => {
  await using own = await openConsole({ env: session.env })
  const { page } = own
  await page.getByRole('radio', { name: 'Demo data' }).check()
  await page.getByRole('button', { name: 'Start here' }).click()
  await page.getByRole('table').getByRole('row').nth(1).waitFor({ timeout: 20_000 })
  await page.getByRole('link', { name: 'This machine' }).click()
  await page.getByText('Running', { exact: true }).waitFor()
  await page.getByText(own.userData).evaluate(nameUsualFolder, own.userData)
  await take(page, 'this-machine', 'dark')
  expect(own.mainErrors).toEqual([])
})
