import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { custodians, id, tenants } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole, startAgain } from '../harness/console.ts'
import { like, t } from '../harness/words.ts'

let server: TestServer
let desk: OpenConsole
let stored: Awaited<ReturnType<typeof storeCredentials>>

const first = { tenantId: tenants.first, custodianId: custodians.copper }

async function storeCredentials(): Promise<{ apiKey: string; secretApiKey: string }> {
  const credentials = await server.credentials('copper', { account: 'the one account' })
  await server.trpc(await server.token({ name: 'Grace' })).custodians.updateApiKeys.mutate({ ...first, ...credentials })
  return credentials
}

/** Copies the newest rotation of the custodian so often, as older ones. */
async function copyRotation(times: number): Promise<void> {
  const { truth, tamper } = server.data
  const newest = (await truth.read('rotations')).findLast(({ custodianId }) => custodianId === first.custodianId)
  if (!newest) throw new Error('the custodian has no rotation')
  const idOf = (place: number) => `01000000-0000-7000-8000-${(place + 1).toString(16).padStart(12, '0')}`
  await tamper.add(
    'rotations',
    Array.from({ length: times }, (_, place) => ({ ...newest, rotationId: idOf(place) })),
  )
}

const goTo = (page: Page, path: string) => page.evaluate(`location.hash = ${JSON.stringify(`#${path}`)}`)
const rowsOf = (page: Page) => page.locator('tbody tr:has(th)')

type Box = { readonly clientWidth: number; readonly scrollWidth: number; querySelectorAll(of: string): Iterable<Box> }

/** Runs in the page: pixels of what does not fit into an element. */
const hiddenWidth = ({ clientWidth, scrollWidth }: Box) => scrollWidth - clientWidth
/** Runs in the page: the most pixels that anything inside an element is cut by. */
const cutWidth = (cell: Box) =>
  Math.max(...[...cell.querySelectorAll('*')].map((box) => box.scrollWidth - box.clientWidth))

/** The list with nothing left over from before. */
async function openList(page: Page): Promise<void> {
  await goTo(page, '/custodians')
  await rowsOf(page).first().waitFor()
}

beforeAll(async () => {
  server = await startTestServer()
  stored = await storeCredentials()
  desk = await openConsole({ url: server.url, token: await server.token() })
})
afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

describe('the list of custodians', () => {
  test('shows name, tenant, key state, last rotation, key ID, last check, provider, and what is due', async () => {
    const { page } = desk
    await openList(page)
    const texts = await rowsOf(page).allInnerTexts()
    const words = texts.map((text) => text.split(/\s*[\t\n]\s*/).filter(Boolean))
    expect(words[0]).toEqual([
      'Custodian 11',
      'First Trust',
      t('custodians:state.no-credentials'),
      t('custodians:never'),
      '–',
      '–',
      'Fireblocks',
    ])
    expect(words.at(-1)).toEqual([
      'Custodian 12',
      'First Trust',
      t('custodians:state.in-force'),
      'this minute',
      `...${stored.apiKey.slice(-4)}`,
      'this minute',
      'Copper',
    ])
    expect(words).toHaveLength(4)
    expect(await violationsOf(page)).toEqual([])
  })

  test('has a column of tenants in a wide window, and cuts no name of usual length in a narrower one', async () => {
    const { page } = desk
    await server.trpc(await server.token({ name: 'Grace' })).custodians.create.mutate({
      tenantId: tenants.first,
      name: 'Northern Lights Settlement',
      provider: 'fireblocks',
    })
    await openList(page)
    await page.keyboard.press('ControlOrMeta+r')
    const name = page.getByRole('link', { name: 'Northern Lights Settlement', exact: true })
    const tenant = page.getByRole('columnheader', { name: t('custodians:columns.tenant') })
    for (const [width, columns] of [
      [1280, 0],
      [1440, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => tenant.count()).toBe(columns)
      expect(await name.locator('xpath=ancestor-or-self::*[self::th]').evaluate(cutWidth)).toBe(0)
      expect(await page.getByRole('region', { name: t('custodians:title') }).evaluate(hiddenWidth)).toBe(0)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('can be searched, filtered and opened by keyboard alone, and keeps its search', async () => {
    const { page } = desk
    await openList(page)
    await page.locator('#content').focus()
    await page.keyboard.press('/')
    await page.keyboard.type('copper first')
    await page.getByText(t('common:shownOf', { shown: '1', whole: '5' })).waitFor()
    await page.getByRole('link', { name: 'Custodian 12', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Custodian 12' }).waitFor()
    await page.getByRole('link', { name: t('custodians:back') }).click()
    await page.getByText(t('common:shownOf', { shown: '1', whole: '5' })).waitFor()
    await page.getByLabel(t('custodians:search')).press('Escape')
    await page.getByText(t('custodians:count', { count: 5 })).waitFor()
    await page.getByLabel(t('custodians:filter')).selectOption('due')
    await page.getByText(t('common:shownOf', { shown: '4', whole: '5' })).waitFor()
    await page.getByLabel(t('custodians:filter')).selectOption('all')
  })

  test('can be sorted by a column in both directions', async () => {
    const { page } = desk
    await openList(page)
    const firstName = () => rowsOf(page).first().locator('th a').textContent()
    await page.getByRole('button', { name: t('custodians:columns.rotated') }).click()
    await page.getByRole('button', { name: t('custodians:columns.rotated') }).click()
    expect(await firstName()).toBe('Custodian 12')
    expect(await page.locator('th[aria-sort=descending]').textContent()).toBe(t('custodians:columns.rotated'))
    await page.getByRole('button', { name: t('custodians:columns.name') }).click()
    expect(await firstName()).toBe('Custodian 11')
  })

  test('renders only the visible rows of two thousand custodians, and shows hidden characters in their names', async () => {
    await using many = await startTestServer()
    const names = Array.from({ length: 2000 }, (_, index) => `Desk ${index}`)
    names[0] = 'A \u202eturned\u202c and\u200b split <b>name</b>'
    await many.app.store.putCustodians(
      names.map((name, index) => ({
        custodianId: id(10_000 + index),
        tenantId: tenants.first,
        provider: 'copper' as const,
        name,
        baseUrl: 'simulator:',
      })),
    )
    await using crowded = await openConsole({ url: many.url, token: await many.token() })
    const { page } = crowded
    await openList(page)
    await page.getByText(t('custodians:count', { count: 2_004 })).waitFor()
    expect(await rowsOf(page).count()).toBeLessThan(60)
    expect(await rowsOf(page).first().locator('th a').textContent()).toBe(
      'A U+202EturnedU+202C andU+200B split <b>name</b>',
    )
    await page.getByLabel(t('custodians:search')).fill('desk 1999')
    await page.getByText(t('common:shownOf', { shown: '1', whole: '2,004' })).waitFor()
    await page.getByRole('link', { name: 'Desk 1999', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Desk 1999' }).waitFor()
  })
})

describe('one custodian', () => {
  test('is checked with the active keys, and shows the verdict of the provider', async () => {
    const { page } = desk
    const { apiKey } = await storeCredentials()
    await goTo(page, `/custodians/${custodians.copper}`)
    await page.getByRole('button', { name: t('custodians:check') }).click()
    await page.getByText(t('custodians:verdict.valid')).waitFor()
    server.simulator.setMode(apiKey, 'unknown-key')
    await page.getByRole('button', { name: t('custodians:check') }).click()
    await page.getByText(t('custodians:verdict.wrong-credentials')).waitFor()
    await page.getByText(t('custodians:state.rejected'), { exact: true }).waitFor()
    await page.getByText(t('custodians:advice.due')).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await storeCredentials()
  })

  test('lists its rotations with outcome, last stage and reason, and all of them on request', async () => {
    const { page } = desk
    const grace = server.trpc(await server.token({ name: 'Grace' }))
    await grace.custodians.updateApiKeys.mutate({ ...first, apiKey: 'bad', secretApiKey: 'no secret' }).catch(() => {})
    await copyRotation(1_100)
    const all = (await grace.custodians.rotationsPage.query({ custodianId: first.custodianId, limit: 1_000 })).items
      .length
    expect(all).toBe(1_000) // the most that one answer has
    await goTo(page, `/custodians/${custodians.copper}/history`)
    const more = page.getByRole('button', { name: t('custodians:history.more') })
    for (const loaded of [50, 250, 450, 650, 850, 1_050]) {
      await page.getByText(t('custodians:history.loaded', { count: loaded }), { exact: true }).waitFor()
      await more.click()
    }
    await page.getByText(like('custodians:history.count', { count: /1,1\d\d/ })).waitFor()
    expect(await more.count()).toBe(0)
    await page
      .getByRole('button', { name: like('custodians:history.details') })
      .first()
      .press('Enter')
    await page.getByText(t('common:details'), { exact: true }).first().click()
    await page.getByText('reason=wrong-credentials provider=copper check=api-key-format').waitFor()
    await page.getByText(t('custodians:outcomeMeaning.refused')).waitFor()
    expect(await rowsOf(page).first().textContent()).toMatch(
      new RegExp(
        [
          'Grace',
          t('custodians:outcome.refused'),
          t('custodians:stage.none'),
          t('custodians:verdictShort.wrong-credentials'),
        ].join('.*'),
      ),
    )
    expect(await violationsOf(page)).toEqual([])
  })

  test('names the active and the previous key, and gives a rotation the same time as its history', async () => {
    const { page } = desk
    const before = await storeCredentials()
    const { apiKey } = await storeCredentials()
    const rejected = { apiKey: 'with white space', secretApiKey: 'with white space' }
    const grace = server.trpc(await server.token({ name: 'Grace' }))
    for (let shown = 0; shown < 5; shown += 1)
      await expect(grace.custodians.updateApiKeys.mutate({ ...first, ...rejected })).rejects.toThrow()
    await goTo(page, `/custodians/${custodians.copper}`)
    await page.keyboard.press('ControlOrMeta+r')
    const fact = (name: string) => page.locator('div', { has: page.getByText(name, { exact: true }) }).last()
    await fact(t('custodians:activeKey'))
      .getByText(`...${apiKey.slice(-4)}`)
      .waitFor()
    await fact(t('custodians:previousKey'))
      .getByText(`...${before.apiKey.slice(-4)}`)
      .waitFor()
    const rotated = await fact(t('custodians:lastRotated')).locator('time').getAttribute('datetime')
    await goTo(page, `/custodians/${custodians.copper}/history`)
    const newest = rowsOf(page)
      .filter({ hasText: t('custodians:outcome.stored') })
      .first()
      .locator('th time')
    await newest.waitFor()
    await page.keyboard.press('ControlOrMeta+r') // another test has read the history by now
    await expect.poll(() => newest.getAttribute('datetime')).toBe(rotated)
  })
})

describe('home', () => {
  test('lists what needs attention first, each with its action, and counts it in the navigation', async () => {
    const { page } = desk
    await goTo(page, '/home')
    const list = page.getByRole('region', { name: t('home:attention') })
    await list.getByRole('listitem').first().waitFor()
    const kinds = await list
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => (item as unknown as { dataset: { kind: string } }).dataset.kind))
    expect(kinds).toEqual(kinds.toSorted((a, b) => Number(b === 'rejected') - Number(a === 'rejected')))
    expect(kinds.filter((kind) => kind === 'noKeys')).toHaveLength(4)
    const navigation = page.getByRole('navigation', { name: t('common:navigation') })
    const described = navigation.locator('[aria-description]').first()
    // What older records add comes to both, but not in the same moment.
    const counted = async () => {
      const count = await list.getByRole('listitem').count()
      return (await described.getAttribute('aria-description')) === t('common:needAttention', { count })
    }
    await expect.poll(counted).toBe(true)
    await page
      .getByRole('region', { name: t('home:recent') })
      .getByText('Grace')
      .first()
      .waitFor()
    expect(await violationsOf(page)).toEqual([])
    await list
      .getByRole('link', { name: t('home:action.noKeys') })
      .first()
      .click()
    await page
      .getByRole('heading', { name: /Custodian/ })
      .first()
      .waitFor()
  })

  test('custodians can be checked from their row, and all of them in one go', async () => {
    const { page } = desk
    await openList(page)
    await page.getByRole('button', { name: t('custodians:checkNamed', { name: 'Custodian 12' }) }).click()
    await page.getByText(t('custodians:verdict.valid')).first().waitFor()
    await page.getByRole('button', { name: t('custodians:checkAll') }).click()
    await page.getByText(like('custodians:checkedAll')).waitFor()
    expect(await violationsOf(page)).toEqual([])
  })
})

test('home lists a failure with more than a hundred newer audit records, until a check goes well', async () => {
  const { page } = desk
  const { apiKey } = await storeCredentials()
  const admin = server.trpc(await server.token({ name: 'Grace' }))
  const check = () => admin.custodians.checkApiKeys.mutate({ custodianId: custodians.copper })
  server.simulator.setMode(apiKey, '500')
  await check()
  for (let version = 1; version <= 101; version += 1)
    await admin.tenants.update.mutate({ tenantId: tenants.first, version, name: `First Trust ${version}` })
  const newest = await admin.audit.list.query({})
  expect(newest.records.every(({ kind }) => kind === 'tenant.changed')).toBe(true)
  await goTo(page, '/custodians')
  await page.keyboard.press('ControlOrMeta+r')
  await goTo(page, '/home')
  const entry = page.locator('[data-kind=unreachable]').filter({ hasText: 'Custodian 12' })
  await page.keyboard.press('ControlOrMeta+r')
  await entry.waitFor()
  server.simulator.setMode(apiKey, 'ok')
  await check()
  await page.keyboard.press('ControlOrMeta+r')
  await entry.waitFor({ state: 'detached' })
})

test('with forced colours the current screen and the stripe of the environment remain visible', async () => {
  const { page } = desk
  await openList(page)
  await page.emulateMedia({ forcedColors: 'active' })
  const background = (element: object) =>
    (globalThis as unknown as { getComputedStyle(of: object): { backgroundColor: string } }).getComputedStyle(element)
      .backgroundColor
  const navigation = page.getByRole('navigation', { name: t('common:navigation') })
  const current = await navigation.locator('[aria-current=page]').evaluate(background)
  const other = await navigation.getByRole('link', { name: t('common:settings') }).evaluate(background)
  const stripe = await page.locator('[data-stripe]').evaluate(background)
  const page_ = await page.locator('body').evaluate(background)
  expect(current).not.toBe(other)
  expect(stripe).not.toBe(page_)
  expect(await violationsOf(page)).toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
})

// Last, because the console keeps the token.
describe('the list of custodians with another token', () => {
  test('shows a token of one tenant only that tenant, by its name', async () => {
    const { page } = desk
    await startAgain(desk, await server.token({ tenantId: tenants.second, permissions: ['custodians:read'] }))
    await openList(page)
    expect(await rowsOf(page).count()).toBe(2)
    expect(await page.getByText('Second Trust').count()).toBe(2)
    await goTo(page, `/custodians/${custodians.second}/rotate`)
    await page.getByText(t('rotate:mayNot')).waitFor()
    await goTo(page, `/custodians/${custodians.copper}`)
    await page.getByText(t('custodians:notFound')).waitFor()
  })

  test('says which permission is missing', async () => {
    const { page } = desk
    await startAgain(desk, await server.token({ permissions: ['wallets:read'] }))
    await goTo(page, '/custodians')
    await page.getByRole('alert').getByText('custodians:read').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })
})
