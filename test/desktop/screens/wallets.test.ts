import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultSettings } from '../../../desktop/bridge/settings.ts'
import { id, tenants } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole, reloadPage, startAgain } from '../harness/console.ts'
import { exportedFile } from '../harness/exported-file.ts'
import { like, t } from '../harness/words.ts'
import { addressAt, fillWallets, hundred, isLongLane, many, odd } from './wallet-data.ts'

let server: TestServer
let desk: OpenConsole
let page: Page

beforeAll(async () => {
  server = await startTestServer()
  await fillWallets(server.app.store)
  desk = await openConsole({ url: server.url, token: await server.token() })
  page = desk.page
})
afterAll(async () => {
  await desk?.close()
  await server[Symbol.asyncDispose]()
})

const grid = () => page.getByRole('grid', { name: t('wallets:grid') })
const rowAt = (index: number) => grid().locator(`[data-index="${index}"]`)
const drawer = () => page.getByRole('dialog')
const idIn = (index: number) => rowAt(index).getByRole('gridcell').nth(1).textContent()
const focused = () => page.evaluate('Number(document.activeElement?.dataset.index ?? -1)')
const said = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()
const button = (name: string) => drawer().getByRole('button', { name, exact: true })
const search = (text: string) => page.getByRole('searchbox', { name: t('wallets:search') }).fill(text)
/** Elements of the whole page. */
const elements = () => page.evaluate<number>('document.querySelectorAll("*").length')

const go = (path: string) => page.evaluate(`location.hash = '#${path}'`)

/** Opens the list again, independent of the last test. */
async function show(custodianId: string): Promise<void> {
  await go('/custodians')
  await grid().waitFor({ state: 'detached' })
  await go(`/custodians/${custodianId}/wallets`)
  await page.getByRole('heading', { name: `Custodian ${custodianId}` }).waitFor()
  await rowAt(0).waitFor()
}

describe('a hundred wallets', () => {
  beforeEach(() => show(hundred.custodianId))

  test('can be searched by network, address and wallet in any case', async () => {
    await said(t('wallets:count', { count: 90 }))
    await search('POLKADOT')
    await said(like('common:shownOf', { whole: t('wallets:count', { count: 90 }) }))
    expect(await rowAt(0).getByRole('gridcell').first().textContent()).toBe('Polkadot')
    await search(addressAt(41).toUpperCase())
    await said(t('common:shownOf', { shown: '1', whole: t('wallets:count', { count: 90 }) }))
    expect(await idIn(0)).toBe('32000042')
    await search('32000042')
    await said(t('common:shownOf', { shown: '1', whole: t('wallets:count', { count: 90 }) }))
    await search('nowhere <b>')
    await page.getByText(t('wallets:noneFoundHint', { query: 'nowhere <b>' })).waitFor()
    await page.getByRole('button', { name: t('wallets:clearSearch') }).click()
    await said(t('wallets:count', { count: 90 }))
  })

  test('can be filtered and are exported as shown; the filter is still there when the operator returns', async () => {
    const shown = (count: number) =>
      said(t('common:shownOf', { shown: `${count}`, whole: t('wallets:count', { count: 90 }) }))
    const choose = async (field: string, choice: string) => {
      await page.getByRole('combobox', { name: field }).click()
      await page.getByRole('option', { name: choice, exact: true }).click()
    }
    await search('vault 4')
    await shown(10)
    await page.getByRole('button', { name: t('wallets:filters'), exact: true }).click()
    await page.getByRole('combobox', { name: t('wallets:label'), exact: true }).click()
    await page.getByRole('option', { name: t('wallets:labellings.labelled') }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('option', { name: t('wallets:labellings.labelled') }).click()
    const network = (await rowAt(1).getByRole('gridcell').first().textContent()) ?? ''
    await choose(t('wallets:network'), network)
    await choose(t('wallets:flags'), t('wallets:flagChoices.visible'))
    await expect.poll(() => rowAt(0).getByText(t('wallets:visible')).count()).toBe(1)
    await show(odd.custodianId)
    await said(t('wallets:count', { count: 5 }))
    await show(hundred.custodianId)
    await said(like('common:shownOf', { whole: t('wallets:count', { count: 90 }) }))
    const ids = await grid().locator('[data-index] td:nth-of-type(2)').allTextContents()
    const filePath = join(await mkdtemp(join(tmpdir(), 'strongroom-wallets-')), 'wallets.ndjson')
    const lines = (await exportedFile(desk, { format: t('export:ndjson'), filePath })).trimEnd().split('\n')
    await rm(dirname(filePath), { recursive: true })
    const written = lines.map((line) => JSON.parse(line) as { walletId: string; network: string; label: string })
    expect(written.map(({ walletId }) => walletId)).toEqual(ids)
    for (const wallet of written) expect(wallet).toMatchObject({ network, label: expect.stringMatching(/^Vault 4/) })
    await choose(t('wallets:flags'), t('wallets:flagChoices.gasStation'))
    await page.getByText(t('wallets:filtersHide', { count: 90 })).waitFor()
    await page
      .getByRole('button', { name: t('wallets:clearFilters') })
      .last()
      .click()
    await said(t('wallets:count', { count: 90 }))
  })

  /** Rows that can be read whole, between the header of the grid and its end. */
  const wholeRows = () =>
    page.evaluate<number>(`(() => {
      const grid = document.querySelector('[role=grid]')
      const { bottom: top } = grid.querySelector('thead').getBoundingClientRect()
      const { bottom } = grid.parentElement.getBoundingClientRect()
      const rows = [...grid.querySelectorAll('[data-index]')].map((row) => row.getBoundingClientRect())
      return rows.filter((row) => row.top >= top - 1 && row.bottom <= Math.min(bottom, innerHeight) + 1).length
    })()`)

  const sizes = { desktop: { width: 1280, height: 800 }, laptop: { width: 1024, height: 640 } } as const

  /** Below a notice, which a console without a keychain has. */
  test('stand in as many rows as the window has room for, and in more of them when they are compact', async () => {
    const { desktop, laptop } = sizes
    expect(await wholeRows()).toBeGreaterThanOrEqual(12)
    await page.setViewportSize(laptop)
    await expect.poll(wholeRows).toBeGreaterThanOrEqual(7)
    await page.evaluate(`window.strongroom.settings(${JSON.stringify({ ...defaultSettings, density: 'compact' })})`)
    await expect.poll(wholeRows).toBeGreaterThanOrEqual(9)
    await page.setViewportSize(desktop)
    await expect.poll(wholeRows).toBeGreaterThanOrEqual(15)
    await page.evaluate(`window.strongroom.settings(${JSON.stringify(defaultSettings)})`)
  })

  test('are announced by their whole address, without the rest of the cell', async () => {
    const row = grid()
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: addressAt(0), exact: true }) })
    expect(await row.count()).toBe(1)
    expect(await row.getByRole('rowheader').getByRole('button').count()).toBe(1)
  })

  test('can be sorted by each column in both directions', async () => {
    const head = (name: string) => page.getByRole('columnheader', { name })
    const sorted = (name: string) => head(name).getAttribute('aria-sort')
    expect(await sorted(t('wallets:walletId'))).toBe('ascending')
    await head(t('wallets:address')).getByRole('button').click()
    await rowAt(0).getByText('32000099').waitFor()
    expect([await sorted(t('wallets:address')), await sorted(t('wallets:walletId'))]).toEqual(['ascending', 'none'])
    await head(t('wallets:address')).getByRole('button').click()
    await rowAt(0).getByText('32000001').waitFor()
    expect(await sorted(t('wallets:address'))).toBe('descending')
    await head(t('wallets:network')).getByRole('button').click()
    await rowAt(1).getByText('Arbitrum').waitFor()
    await head(t('wallets:walletId')).getByRole('button').click()
    await rowAt(1).getByText('32000002').waitFor()
  })

  test('shows the inactive ones on request, and still does when the operator returns', async () => {
    const toggle = page.getByRole('switch', { name: t('wallets:showInactive') })
    expect(await grid().getByText(t('wallets:inactive')).count()).toBe(0)
    await toggle.press('Space')
    await said(t('wallets:count', { count: 100 }))
    expect(await rowAt(9).getByText(t('wallets:inactive')).count()).toBe(1)
    await show(odd.custodianId)
    await show(hundred.custodianId)
    expect(await toggle.isChecked()).toBe(true)
    await said(t('wallets:count', { count: 100 }))
    await toggle.press('Space')
    await said(t('wallets:count', { count: 90 }))
  })

  test('keep rows, scroll and focus on refresh', async () => {
    await rowAt(0).focus()
    for (let press = 0; press < 30; press += 1) await page.keyboard.press('ArrowDown')
    const scrolled = await page.evaluate('document.querySelector("[role=grid]").parentElement.scrollTop')
    const before = await idIn(30)
    expect(scrolled).toBeGreaterThan(0)
    await server.app.store.putWallets([
      {
        walletId: id(32_000_500),
        tenantId: tenants.first,
        custodianId: hundred.custodianId,
        blockchainId: id(100),
        address: '0xnew',
        metadataJson: '{}',
        isVisible: true,
        isActive: true,
        isTreasuryEnabled: true,
        isGasStationEnabled: true,
      },
    ])
    await page.evaluate('document.querySelector("[aria-label=Refresh]").click()')
    await said(t('wallets:count', { count: 91 }))
    expect(await page.evaluate('document.querySelector("[role=grid]").parentElement.scrollTop')).toBe(scrolled)
    expect([await focused(), await idIn(30)]).toEqual([30, before])
  })

  test('can be copied by button and by the system shortcut', async () => {
    await rowAt(2)
      .getByRole('button', { name: t('common:copyWhat', { what: t('wallets:addressOf', { id: '32000003' }) }) })
      .click()
    await rowAt(2)
      .getByRole('button', { name: t('common:copiedWhat', { what: t('wallets:addressOf', { id: '32000003' }) }) })
      .waitFor()
    expect(await desk.electron.clipboard.read()).toBe(addressAt(2))
    await rowAt(4).focus()
    await page.keyboard.press('ControlOrMeta+c')
    await page.getByText(t('wallets:addressCopied', { id: '32000005' }), { exact: true }).waitFor()
    expect(await desk.electron.clipboard.read()).toBe(addressAt(4))
  })

  test('have no axe violations, with and without an open wallet', async () => {
    expect(await violationsOf(page)).toEqual([])
    await rowAt(0).press('Enter')
    await drawer().getByText('Vault 0').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'hidden' })
  })

  test('label and treasury flag are edited; a change that meets another shows both, and is then saved', async () => {
    const walletId = id('32000003')
    const admin = server.trpc(await server.token({ name: 'Grace' }))
    await rowAt(2).press('Enter')
    await button(t('wallets:edit.open')).click()
    const label = drawer().getByRole('textbox', { name: t('wallets:edit.label') })
    await expect.poll(() => label.inputValue()).toBe('Vault 2')
    await label.fill('Cold, Zurich')
    const { version } = await admin.wallets.get.query({ walletId })
    await admin.wallets.update.mutate({ walletId, version, label: 'Cold, Bern', isTreasuryEnabled: true })
    await button(t('administration:save')).click()
    const conflict = drawer().getByRole('table', { name: t('administration:conflict.title') })
    await conflict.waitFor()
    const cells = await conflict
      .getByRole('row', { name: t('wallets:edit.label') })
      .getByRole('cell')
      .allTextContents()
    expect(cells).toEqual(['Vault 2', 'Cold, Bern', 'Cold, Zurich'])
    const flags = await conflict
      .getByRole('row', { name: t('wallets:treasury') })
      .getByRole('cell')
      .allTextContents()
    expect(flags).toEqual([t('wallets:no'), t('wallets:yes'), t('wallets:no')])
    expect(await violationsOf(page)).toEqual([])
    await button(t('administration:save')).click()
    await conflict.waitFor({ state: 'detached' })
    await expect
      .poll(() => admin.wallets.get.query({ walletId }))
      .toMatchObject({ label: 'Cold, Zurich', isTreasuryEnabled: true })
    await drawer().getByText('Cold, Zurich').waitFor()
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'hidden' })
  })
})

describe(`${many.wallets} wallets`, { timeout: 600_000, tags: isLongLane ? ['long'] : [] }, () => {
  /** Every tenth is inactive, and so is the last. */
  const rows = many.wallets * 0.9
  const lastId = 31_000_000 + many.wallets - 1
  const found = { at: 17_777, walletId: '31017778' }
  const all = () =>
    page
      .getByRole('status')
      .filter({ hasText: t('wallets:count', { count: rows }) })
      .waitFor({ timeout: 240_000 })

  test('render as few elements as a hundred do, from the first to the last row', async () => {
    await show(hundred.custodianId)
    await said(like('wallets:count', { count: /9\d/ }))
    const few = await elements()
    await show(many.custodianId)
    await all()
    await expect.poll(elements).toBe(few)
    expect(await grid().getAttribute('aria-rowcount')).toBe(`${rows + 1}`)
  })

  test('can be navigated by keyboard without losing the focus', async () => {
    await show(many.custodianId)
    await all()
    await rowAt(0).focus()
    await page.keyboard.press('PageDown')
    const page1 = await focused()
    expect(page1).toBeGreaterThan(3)
    await page.keyboard.press('End')
    expect(await focused()).toBe(rows - 1)
    expect(await rowAt(rows - 1).getAttribute('aria-rowindex')).toBe(`${rows + 1}`)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toMatch(
      like('common:copyWhat', { what: t('wallets:addressOf', { id: `${lastId - 1}` }) }),
    )
    await page.keyboard.press('ArrowLeft')
    expect(await focused()).toBe(rows - 2)
    await page.keyboard.press('Enter')
    await drawer()
      .getByText(t('wallets:drawer', { id: `${lastId - 1}` }), { exact: true })
      .waitFor()
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'hidden' })
    await expect.poll(focused).toBe(rows - 2)
    await page.keyboard.press('Home')
    expect(await focused()).toBe(0)
  })

  test('are complete after leaving the screen during loading and returning at once', async () => {
    const away = async () => {
      await go('/shortcuts')
      await page.getByRole('heading', { name: t('shortcuts:title') }).waitFor()
    }
    await away()
    await reloadPage(desk)
    await page.getByRole('heading', { name: t('shortcuts:title') }).waitFor()
    await show(many.custodianId)
    await rowAt(0).waitFor()
    await away()
    await show(many.custodianId)
    await all()
  })

  test('can be searched and sorted', async () => {
    await show(many.custodianId)
    await all()
    await page
      .getByRole('columnheader', { name: t('wallets:address') })
      .getByRole('button')
      .click()
    await rowAt(0).getByText(`${lastId}`).waitFor()
    await search(addressAt(found.at))
    await said(t('common:shownOf', { shown: '1', whole: t('wallets:count', { count: rows }) }))
    expect(await idIn(0)).toBe(found.walletId)
  })
})

describe('malformed wallets of a hostile server', () => {
  beforeEach(() => show(odd.custodianId))
  /** What the opened wallet says of its metadata. */
  const metadataOf = async (index: number) => {
    await rowAt(index).press('Enter')
    const heading = drawer().getByRole('heading', { name: t('wallets:metadata') })
    await heading.waitFor()
    const text = (await drawer().textContent()) ?? ''
    const shown = await drawer().locator('*').count()
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'hidden' })
    return { text, shown }
  }

  test('show a neutral icon where the stored one is not an image', async () => {
    await rowAt(0).getByText('No image').waitFor()
    const sources = (await page.evaluate(
      `[...document.querySelectorAll('tbody img')].map(({ src }) => src)`,
    )) as string[]
    expect(sources.map((source) => source.slice(0, 26))).toEqual(Array(5).fill('data:image/svg+xml;base64,'))
  })

  test('show bidirectional and invisible characters', async () => {
    expect(await rowAt(0).textContent()).toContain('U+202E')
    expect(await rowAt(0).textContent()).toContain('U+200B')
    expect(await rowAt(1).textContent()).toContain('Turned U+202Enet')
  })

  test('show metadata as a limited tree of plain text with every digit', async () => {
    const markup = await metadataOf(0)
    expect(markup.text).toContain('<img src=x onerror=alert(1)>')
    expect(markup.text).toContain('aU+202Eb')
    const digits = await metadataOf(1)
    expect(digits.text).toContain('123456789012345678901234567890.000000000000000001')
    expect(digits.text).toContain('__proto__')
    const deep = await metadataOf(2)
    expect(deep.text).toMatch(new RegExp(`nested too deeply|${like('wallets:metadataMoreEntries').source}`))
    const wide = await metadataOf(3)
    expect(wide.text).toContain(t('wallets:metadataMore', { count: 200 }))
    expect(wide.text).toMatch(like('wallets:metadataMoreEntries'))
    expect(wide.shown).toBeLessThan(6_000)
    const notJson = await metadataOf(4)
    expect(notJson.text).toMatch(like('wallets:metadataText'))
    expect(notJson.text).toContain('{"label": oops}')
    expect(desk.consoleComplaints).toEqual([])
  })
})

test('a token that may only read wallets is offered no change of one', async () => {
  await startAgain(desk, await server.token({ permissions: ['custodians:read', 'wallets:read'] }))
  await show(hundred.custodianId)
  await rowAt(0).press('Enter')
  await drawer().getByText('Vault 0').waitFor()
  expect(await button(t('wallets:edit.open')).count()).toBe(0)
})

test('a token without the permission to list wallets sees which permission is missing', async () => {
  await startAgain(desk, await server.token({ permissions: ['custodians:read'] }))
  await page.evaluate(`location.hash = '#/custodians/${hundred.custodianId}/wallets'`)
  await page.getByRole('alert').getByText('wallets:read').waitFor()
  expect(await violationsOf(page)).toEqual([])
})
