// @module-tag long
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test as runner } from 'vitest'
import { demoCustodians } from '../../../server/demo/demo-data.ts'
import { newEvent } from '../../../server/store/events.ts'
import { providers } from '../../../shared/providers.ts'
import { startFaultProxy } from '../../harness/fault-proxy.ts'
import { missingHere, startDesktop } from '../../harness/keyring.ts'
import { addDelivered } from '../../harness/webhooks.ts'
import { openScene } from '../../sign-in/scene.ts'
import type { Theme } from '../harness/accessibility.ts'
import { openSignIn, startSignIn } from '../harness/browser-sign-in.ts'
import { openConsole } from '../harness/console.ts'
import { like, t } from '../harness/words.ts'
import { credentialsFor, startDemoDesk } from './demo-desk.ts'
import { mouse } from './hands.ts'
import { rotateTo } from './rotation-steps.ts'

const isAsked = process.env.STRONGROOM_SCREENSHOTS === '1'
const folder = fileURLToPath(new URL('../../../docs/screenshots/', import.meta.url))
const [, trading, treasury] = demoCustodians

const rejectedKeys = newEvent({ type: 'credentials.rejected', at: Date.now(), tenantId: null, data: {} })

const environment = { label: 'Production', colour: 'red', isProduction: true } as const

const test = runner
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
  .extend('session', { scope: 'file' }, async ({}, { onCleanup }) => {
    const session = await startDesktop()
    onCleanup(() => session[Symbol.asyncDispose]())
    await session.startKeyring('password')
    return session
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await startDemoDesk()
    onCleanup(() => server[Symbol.asyncDispose]())
    return server
  })
  .extend('desk', { scope: 'file' }, async ({ session, server }, { onCleanup }) => {
    const token = await server.token({ name: 'ada.lovelace' })
    const desk = await openConsole({ url: server.url, token, env: session.env, environment })
    onCleanup(desk.close)
    return desk
  })

beforeEach(({ skip }) => {
  skip(!isAsked, 'pictures are taken on demand: npm run screenshots')
  skip(missingHere.length > 0, `no real keychain: ${missingHere.join(', ')} missing`)
})

const goTo = (page: Page, path: string) => page.evaluate(`location.hash = '#${path}'`)

async function take(page: Page, name: string, theme: Theme = 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor({ state: 'attached' })
  await page.mouse.move(640, 799)
  await page.screenshot({ path: join(folder, `${name}-${theme}.png`), animations: 'disabled' })
}

/** In a window as high as the page, so that nothing of it is scrolled out of sight. */
async function takeWhole(page: Page, name: string): Promise<void> {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width: 1280, height: Math.max(800, height) })
  await take(page, name)
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Runs in the page: where it would lie for an operator. */
function nameUsualFolder(element: { textContent: string }, userData: string): void {
  element.textContent = element.textContent.replace(userData, '~/.config/Strongroom')
}

test('a screenshot shows what needs attention', async ({ desk: { page } }) => {
  await goTo(page, '/home')
  const attention = page.getByRole('region', { name: t('home:attention') })
  await attention.getByRole('listitem').first().waitFor()
  await page.getByText('grace.hopper').first().waitFor()
  await take(page, 'home')
})

test('a screenshot shows the custodians', async ({ desk: { page } }) => {
  await goTo(page, '/custodians')
  await page.getByText('Harbour cold vaults').waitFor()
  await take(page, 'custodians')
})

test('a screenshot shows the operator tokens', async ({ desk: { page }, server }) => {
  const admin = server.trpc(await server.token({ name: 'katherine.johnson' }))
  const tenantId = trading.tenantId
  await admin.tokens.create.mutate({ name: 'night-shift', owner: 'Night desk', role: 'operator', tenantId })
  await admin.tokens.create.mutate({
    name: 'reporting',
    owner: 'finance@example.com',
    permissions: ['reserves:read'],
    tenantId: null,
    allowedFrom: ['10.20.0.0/16'],
  })
  await goTo(page, '/administration/tokens')
  await page.getByRole('row', { name: /reporting/ }).waitFor()
  await take(page, 'operator-tokens')
})

test('screenshots show adding a server and signing in', async ({ session, server }) => {
  await using first = await openConsole({ env: session.env })
  const { page, electron } = first
  await page.getByRole('button', { name: t('connect:toServer') }).click()
  await page.getByRole('textbox', { name: t('connect:name') }).fill('Custody desk')
  await page.getByRole('textbox', { name: t('connect:address') }).fill(server.url)
  await page.getByRole('button', { name: t('connect:testRun') }).click()
  await page.locator('ol[aria-busy=false] [data-stage=token][data-status=skipped]').waitFor()
  await page.getByRole('heading', { name: t('connect:test') }).scrollIntoViewIfNeeded()
  await take(page, 'add-server')
  await page.getByRole('button', { name: t('connect:saveAndSignIn') }).click()
  await page
    .getByRole('dialog')
    .getByText(t('connect:signInTo', { name: 'Custody desk' }))
    .waitFor()
  await page.getByRole('button', { name: t('connect:fromClipboard') }).waitFor()
  await take(page, 'sign-in')
  await electron.clipboard.write(await server.token({ name: 'ada.lovelace' }))
  await page.getByRole('button', { name: t('connect:fromClipboard') }).click()
  await page.getByRole('dialog').getByText('ada.lovelace').waitFor()
  expect(first.mainErrors).toEqual([])
})

test('a screenshot shows the code while someone signs in with the identity provider', async ({ session }) => {
  await using scene = await openScene()
  await using desk = await openConsole({ url: scene.server.url, env: session.env })
  await openSignIn(desk)
  await startSignIn(desk)
  await desk.page
    .getByRole('dialog')
    .getByText(/^[B-Z]{4}-[B-Z]{4}$/)
    .waitFor()
  await take(desk.page, 'sign-in-provider')
})

test('a screenshot shows the confirmation before a rotation', async ({ desk: { page }, server }) => {
  const { apiKey, secretApiKey } = await credentialsFor(server, trading)
  const labels = providers[trading.provider]
  await goTo(page, `/custodians/${trading.custodianId}/rotate`)
  await page.getByRole('textbox', { name: labels.apiKey.label }).fill(apiKey)
  await page.getByLabel(labels.secretApiKey.label).fill(secretApiKey)
  await page.getByRole('button', { name: t('rotate:form.rotate') }).click()
  await page.getByLabel(t('rotate:confirm.type')).waitFor()
  await take(page, 'rotate-confirm')
  await page.getByRole('button', { name: t('rotate:confirm.cancel') }).click()
})

test('screenshots show a rejected rotation and a stored one', async ({ desk: { page }, server }) => {
  await goTo(page, `/custodians/${trading.custodianId}/rotate`)
  const wrong = await server.credentials('copper', { account: trading.account, mode: 'unknown-key' })
  const journey = { stage: { page }, hand: mouse, custodianName: trading.name, provider: trading.provider }
  await rotateTo(wrong, journey)
  await page.getByText(t('rotate:oldKeysActive'), { exact: true }).waitFor()
  await takeWhole(page, 'rotation-refused')
  await rotateTo(await credentialsFor(server, trading), journey)
  await page.getByText(t('rotate:stored.title')).waitFor()
  await take(page, 'rotation-stored')
})

test('a screenshot shows a rotation of unknown outcome', async ({ session, server }) => {
  await using proxy = await startFaultProxy(server.url)
  await using lost = await openConsole({
    url: proxy.url,
    token: await server.token({ name: 'mary.jackson' }),
    env: session.env,
    environment,
  })
  const { page } = lost
  await page.evaluate(`location.hash = '#/custodians/${treasury.custodianId}/rotate'`)
  proxy.swallow('updateApiKeys')
  const journey = { stage: { page }, hand: mouse, custodianName: treasury.name, provider: treasury.provider }
  await rotateTo(await credentialsFor(server, treasury), journey)
  await page.getByText(t('rotate:unknown.title')).waitFor()
  await takeWhole(page, 'unknown-outcome')
})

test('a screenshot shows the reserves of one token with their chart', async ({ desk: { page } }) => {
  await goTo(page, '/reserves')
  await page.getByRole('searchbox', { name: t('reserves:search') }).fill('usdc')
  await page
    .getByRole('region', { name: t('reserves:chart') })
    .locator('canvas')
    .first()
    .waitFor()
  await take(page, 'reserves')
})

test('a screenshot shows the wallets of a custodian', async ({ desk: { page } }) => {
  await goTo(page, `/custodians/${trading.custodianId}/wallets`)
  await page
    .getByRole('grid', { name: t('wallets:grid') })
    .locator('img')
    .first()
    .waitFor()
  await take(page, 'wallets', 'dark')
})

test('a screenshot shows a webhook with its deliveries', async ({ desk: { page }, server }) => {
  const admin = server.trpc(await server.token({ name: 'mary.jackson' }))
  const { id } = await admin.webhooks.create.mutate({
    name: 'Treasury desk',
    url: 'https://hooks.example.com/strongroom',
    eventTypes: ['rotation.ended', 'credentials.rejected'],
  })
  await addDelivered(server.app.store, id)
  await server.app.store.recordEvent(rejectedKeys)
  await goTo(page, `/administration/webhooks/${id}`)
  const details = page.getByRole('button', { name: like('webhooks:deliveries.details') })
  await details.nth(1).click()
  await page.getByText(t('webhooks:deliveries.eventId')).waitFor()
  await take(page, 'webhook')
})

test('a screenshot shows the local server', async ({ session }) => {
  await using own = await openConsole({ env: session.env })
  const { page } = own
  await page.getByRole('radio', { name: t('thisMachine:demoData') }).check()
  await page.getByRole('button', { name: t('connect:start') }).click()
  await page.getByRole('heading', { level: 1, name: t('home:title') }).waitFor()
  await page.getByRole('link', { name: t('common:thisMachine') }).click()
  await page.getByText(t('thisMachine:statuses.running'), { exact: true }).waitFor()
  await page.getByText(own.userData).evaluate(nameUsualFolder, own.userData)
  await take(page, 'this-machine', 'dark')
  expect(own.mainErrors).toEqual([])
})

// The last one: a passphrase in the keychain locks each console that starts.
test('a screenshot shows the lock screen', async ({ desk: { page } }) => {
  const passphrase = 'a passphrase for the picture'
  await page.evaluate(`window.strongroom.lock({ do: 'set-passphrase', passphrase: ${JSON.stringify(passphrase)} })`)
  await page.getByRole('button', { name: t('common:lock') }).click()
  await page.getByText(t('lock:reasons.asked')).waitFor()
  await take(page, 'locked')
})
