// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importColumns } from '../../../desktop/renderer/screens/this-machine/import-columns.ts'
import { thirdParty } from '../../../scripts/third-party.ts'
import { failureCodes } from '../../../shared/failure.ts'
import { Permission } from '../../../shared/permissions.ts'
import { providers } from '../../../shared/providers.ts'
import { type FaultProxy, startFaultProxy } from '../../harness/fault-proxy.ts'
import { custodians, tenants } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { buildPseudoConsole, pseudoText } from '../harness/pseudo-locale.ts'
import { like, t } from '../harness/words.ts'
import { places, storeKeys } from './places.ts'
import { layoutOf } from './text-layout.ts'

/** The smallest window that main allows, and one as it is first opened. */
const sizes = [
  { width: 640, height: 480 },
  { width: 1280, height: 800 },
] as const

let bundle: Awaited<ReturnType<typeof buildPseudoConsole>>
let server: TestServer
let proxy: FaultProxy
let desk: OpenConsole
let empty: OpenConsole
let refusal: unknown
let token: string

beforeAll(async () => {
  server = await startTestServer()
  await storeKeys(server)
  refusal = await refusedKeys()
  bundle = await buildPseudoConsole()
  proxy = await startFaultProxy(server.url)
  token = await server.token({ name: 'Ada' })
  desk = await openConsole({ bundle: bundle.folder, url: proxy.url, token })
  empty = await openConsole({ bundle: bundle.folder })
  for (const { page } of [desk, empty]) await page.emulateMedia({ reducedMotion: 'reduce' })
}, 240_000)
afterAll(async () => {
  await desk?.close()
  await empty?.close()
  await bundle?.[Symbol.asyncDispose]()
  await proxy?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

/** What the server says of keys that no provider knows. */
async function refusedKeys(): Promise<unknown> {
  const keys = { apiKey: 'a'.repeat(64), secretApiKey: 'b'.repeat(64) }
  const api = server.trpc(await server.token({ name: 'Mary' }))
  const asked = { tenantId: tenants.first, custodianId: custodians.copper, ...keys }
  return api.custodians.updateApiKeys
    .mutate(asked)
    .catch(({ message, data }: Error & { data: unknown }) => [message, data])
}

/** Words of letters alone: figures, ids, amounts and addresses are the same in every language. */
const wordsIn = (text: string): readonly string[] =>
  text
    .split(/[\s"\\()[\]:,;/=.]+/)
    .filter((word) => /^\p{L}[\p{L}'’-]+$/u.test(word))
    .map((word) => word.toLowerCase())

/** What is of no table of texts: what the server answers, what providers and files call their parts, and what main says. */
async function dataNow(page: Page): Promise<ReadonlySet<string>> {
  const api = server.trpc(await server.token({ name: 'Grace' }))
  const asked = { tenantId: tenants.first, custodianId: custodians.copper }
  const answers = [
    await api.custodians.list.query({}),
    await api.tenants.list.query({}),
    await api.custodians.wallets.query(asked),
    await api.custodians.rotations.query({ custodianId: custodians.copper, limit: 100 }),
    await api.reports.reserves.query({}),
    await api.networks.list.query({}),
    await api.chainTokens.list.query({}),
    await api.reserveAccounts.list.query({}),
    await api.audit.list.query({ limit: 1_000 }),
  ]
  const main = await page.evaluate('strongroom.state(null)')
  const known = [answers, refusal, main, providers, Permission.options, failureCodes, importColumns, thirdParty()]
  // Relative times come from Intl, in its own words.
  const names = 'this minute minutes hours days ago in Custody desk Ada desktop Strongroom Ethereum USDX UTC SHA-256 ms'
  return new Set([...known.map((each) => JSON.stringify(each)), names].flatMap(wordsIn))
}

const noFaults = { hardCoded: [], clipped: [], overlapping: [], tooWide: [] }

async function faultsOf(page: Page, data: ReadonlySet<string>) {
  const { loose, ...layout } = await layoutOf(page)
  return { hardCoded: loose.flatMap(wordsIn).filter((word) => !data.has(word)), ...layout }
}

/** A page that was given another size takes a moment to lay itself out. */
async function judge(page: Page): Promise<void> {
  const data = await dataNow(page)
  for (const size of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      const message = `${size.width} x ${size.height}, ${colorScheme}`
      await expect.poll(() => faultsOf(page, data), { message, timeout: 10_000 }).toEqual(noFaults)
    }
  await page.setViewportSize(sizes[1])
}

test.each(places)('$place shows texts 40 % longer than English whole, and no others', async ({ open }) => {
  await open(desk.page)
  await judge(desk.page)
})

const goTo = async (path: string) => {
  await desk.page.keyboard.press('Escape')
  await desk.page.evaluate(`location.hash = '#/shortcuts'`)
  await desk.page.getByRole('heading', { name: t('shortcuts:title') }).waitFor()
  await desk.page.evaluate(`location.hash = ${JSON.stringify(`#${path}`)}`)
}

const press = (name: string | RegExp) => desk.page.getByRole('button', { name }).first().click()

/** Up to the moment in which the server is asked to rotate. */
async function rotateTo(keys: { readonly apiKey: string; readonly secretApiKey: string }): Promise<void> {
  await goTo(`/custodians/${custodians.copper}/rotate`)
  await desk.page.getByRole('textbox', { name: 'API key' }).fill(keys.apiKey)
  await desk.page.getByLabel('API secret').fill(keys.secretApiKey)
  await press(t('rotate:form.rotate'))
  await press(t('rotate:confirm.go'))
}

const copperKeys = () => server.credentials('copper', { account: 'the one account' })

test('a rotation that was stored shows texts 40 % longer than English whole, and no others', async () => {
  await rotateTo(await copperKeys())
  await desk.page.getByText(t('rotate:stored.title')).waitFor()
  await judge(desk.page)
})

test('a rotation of unknown outcome shows texts 40 % longer than English whole, and no others', async () => {
  proxy.breakAt('updateApiKeys')
  try {
    await rotateTo(await copperKeys())
    await desk.page.getByText(t('rotate:unknown.title')).waitFor()
    await judge(desk.page)
  } finally {
    proxy.restore()
  }
})

test('rejected keys with their details show texts 40 % longer than English whole, and no others', async () => {
  await rotateTo({ apiKey: 'a'.repeat(64), secretApiKey: 'b'.repeat(64) })
  await desk.page.getByText(t('rotate:oldKeysActive'), { exact: true }).waitFor()
  await desk.page.getByText(t('common:details'), { exact: true }).click()
  await judge(desk.page)
})

test.each([
  { what: 'the custodians', path: '/custodians' },
  { what: 'the history', path: `/custodians/${custodians.copper}/history` },
  { what: 'the wallets', path: `/custodians/${custodians.copper}/wallets` },
  { what: 'the reserves', path: '/reserves' },
  { what: 'the audit', path: '/audit' },
])('$what of an unreachable server show texts 40 % longer than English whole, and no others', async ({ path }) => {
  proxy.breakAt('/')
  try {
    await goTo(path)
    await desk.page.keyboard.press('ControlOrMeta+r')
    await desk.page.getByText(t('failures:ResponseLost')).first().waitFor()
    await judge(desk.page)
  } finally {
    proxy.restore()
  }
})

test('a rotation that cannot reach its server shows texts 40 % longer than English whole, and no others', async () => {
  await goTo(`/custodians/${custodians.copper}/rotate`)
  const keys = await copperKeys()
  await desk.page.getByRole('textbox', { name: 'API key' }).fill(keys.apiKey)
  await desk.page.getByLabel('API secret').fill(keys.secretApiKey)
  proxy.swallow('updateApiKeys')
  try {
    await press(t('rotate:form.rotate'))
    await press(t('rotate:confirm.go'))
    await desk.page
      .getByText(t('rotate:unknown.title'))
      .or(desk.page.getByText(t('rotate:oldKeysActive')))
      .first()
      .waitFor()
    await judge(desk.page)
  } finally {
    proxy.restore()
  }
})

test.each([
  { what: 'the menu of servers', path: '/custodians', button: () => like('common:switchServer') },
  { what: 'the menu of export formats', path: '/reserves', button: () => t('export:export') },
])('$what shows texts 40 % longer than English whole, and no others', async ({ path, button }) => {
  await goTo(path)
  await desk.page.locator('tbody tr:has(th)').first().waitFor()
  await press(button())
  await desk.page.getByRole('menu').waitFor()
  await judge(desk.page)
})

test('a connection test that fails shows texts 40 % longer than English whole, and no others', async () => {
  await goTo('/connect')
  await press(t('connect:add'))
  await desk.page.getByLabel(t('connect:name')).first().fill('Custody desk')
  await desk.page.getByLabel(t('connect:address')).fill('http://127.0.0.1:9')
  await press(t('connect:testRun'))
  await desk.page.getByText(t('network:fault.refused')).waitFor()
  await judge(desk.page)
})

test('a copied text that is not a token shows texts 40 % longer than English whole, and no others', async () => {
  await goTo('/connect')
  await press(like('connect:signOutNamed'))
  await press(like('connect:signInNamed'))
  await desk.electron.clipboard.write('not a token')
  await press(t('connect:fromClipboard'))
  await desk.page.getByText(t('consoleFailures:NotAToken.meaning')).waitFor()
  await judge(desk.page)
  await desk.electron.clipboard.write(token)
  await press(t('connect:fromClipboard'))
  await desk.page.getByText(t('connect:signedInTitle')).first().waitFor()
  await judge(desk.page)
})

test('the welcome shows texts 40 % longer than English whole, and no others', async () => {
  await empty.page.getByRole('heading', { name: t('connect:welcome') }).waitFor()
  await judge(empty.page)
})

test('the running local server shows texts 40 % longer than English whole, and no others', async () => {
  const { page } = empty
  await page.getByRole('radio', { name: t('thisMachine:noData') }).check()
  await page.getByRole('button', { name: t('connect:start') }).click()
  await page.getByRole('link', { name: t('common:thisMachine') }).click()
  await page.getByText(t('thisMachine:statuses.running'), { exact: true }).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: t('thisMachine:formats') }).click()
  await judge(page)
})

/** Runs in the page: a text of no table, one that its place cuts off, two over each other, and a row that is too wide. */
const faults = (text: string) => `(() => {
  const add = (style, content = ${JSON.stringify(text)}) =>
    box.append(Object.assign(document.createElement('p'), { textContent: content, style }))
  const box = Object.assign(document.createElement('div'), { id: 'control' })
  document.querySelector('main').prepend(box)
  add('', 'Hardcoded')
  add('width: 60px; overflow: hidden; white-space: nowrap')
  add('margin: 0')
  add('margin: -22px 0 0')
  add('width: 3000px')
  // The browser keeps what was in sight where it was.
  scrollTo(0, 0)
})()`

test('an untranslated text and a truncated one are found (control)', async () => {
  const { page } = desk
  await page.keyboard.press('Escape')
  await page.evaluate(`location.hash = '#/shortcuts'`)
  await page.getByRole('heading', { name: t('shortcuts:title') }).waitFor()
  const label = pseudoText('A label that is too long for its place')
  await page.evaluate(faults(label))
  const { loose, clipped, overlapping, tooWide } = await layoutOf(page)
  expect(loose).toContain('Hardcoded')
  expect(clipped).toEqual([label])
  expect(overlapping).toContain(`${label} | ${label}`)
  expect(tooWide).not.toEqual([])
  await page.evaluate(`document.getElementById('control').remove()`)
})

test('the sign-in dialog shows texts 40 % longer than English whole, and no others', async () => {
  await server.app.store.revokeToken({ token: 'Ada', actor: 'test', at: Date.now() })
  await desk.page.evaluate(`location.hash = '#/reserves'`)
  await desk.page.keyboard.press('ControlOrMeta+r')
  await desk.page
    .getByRole('dialog')
    .getByText(t('connect:signInAgain', { name: 'Custody desk' }))
    .waitFor()
  await judge(desk.page)
})

test('the lock shows texts 40 % longer than English whole, and no others', async () => {
  await desk.page.keyboard.press('Escape')
  await desk.page.keyboard.press('ControlOrMeta+l')
  await desk.page.getByRole('heading', { name: t('lock:title') }).waitFor()
  await judge(desk.page)
})
