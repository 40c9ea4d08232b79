import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutMarks } from '../../../shared/csv.ts'
import type { ReservesReport } from '../../../shared/reserves.ts'
import { tenants } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole, startAgain } from '../harness/console.ts'
import { exportedFile } from '../harness/exported-file.ts'
import { like, t } from '../harness/words.ts'
import { readCsv } from '../renderer/read-csv.ts'
import { fillers, fillReserves } from './reserve-data.ts'

/** A busy machine takes its time. */
const goTo = (page: Page) => page.evaluate(`location.hash = '#/reserves'`)
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
type Box = {
  readonly scrollHeight: number
  readonly clientHeight: number
  readonly scrollWidth: number
  readonly clientWidth: number
}

const search = (page: Page, text: string) => page.getByRole('searchbox', { name: t('reserves:search') }).fill(text)
const table = (page: Page) => page.getByRole('table', { name: t('reserves:table') })

/** The amounts of the rows drawn, as text that is selected and copied has them. */
const amountsIn = (page: Page) => table(page).locator('tbody td:nth-of-type(2) [title]').allTextContents()

describe('reserves', () => {
  let server: TestServer
  let open: OpenConsole
  let report: ReservesReport
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strongroom-export-'))
    server = await startTestServer()
    await fillReserves(server.app.store)
    const token = await server.token()
    report = await server.trpc(token).reports.reserves.query({})
    open = await openConsole({ url: server.url, token })
    await goTo(open.page)
    await table(open.page).waitFor()
  })
  afterAll(async () => {
    await open?.close()
    await server?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })

  const exported = (format: string, name: string) => exportedFile(open, { format, filePath: join(folder, name) })

  test('show every digit of amounts of any length and sign, and the time of the report', async () => {
    const { page } = open
    await search(page, 'base')
    const odd = report.filter(({ blockchain }) => blockchain === 'Base').map(({ reserveAmount }) => reserveAmount)
    expect(odd).toContain('123456789123456789123456789123456789123456.789123456789123456')
    await expect.poll(() => amountsIn(page)).toEqual(odd)
    await search(page, 'poly')
    await expect.poll(() => amountsIn(page)).toEqual(['1.5', '-2500000000.000001'])
    await page.getByText('U+202E').filter({ visible: true }).first().waitFor()
    await page.getByText(like('reserves:asOf', { time: /2\d{3}-\d\d-\d\d \d\d:\d\d:\d\d UTC/ })).waitFor()
    await search(page, '')
  })

  test('render only the visible rows, and keep their position on refresh', async () => {
    const { page } = open
    await page.getByText(t('reserves:rows', { count: 2_008 })).waitFor()
    expect(await table(page).getAttribute('aria-rowcount')).toBe(`${fillers + 9}`)
    expect(await table(page).locator('tbody').count()).toBeLessThan(60)
    const region = page.getByRole('region', { name: t('reserves:table') })
    const place = () => region.evaluate((element: { scrollTop: number }) => element.scrollTop)
    await region.hover()
    await page.mouse.wheel(0, 20_000)
    await expect.poll(place).toBeGreaterThan(19_000)
    await table(page).getByText('FILL1').first().waitFor()
    const before = await place()
    const asOf = await page.getByText(like('reserves:asOf')).textContent()
    // The time is shown to the second, and a second may not have passed.
    const readAgain = async () => {
      await press(page, t('common:refresh'))
      return page.getByText(like('reserves:asOf')).textContent()
    }
    await expect.poll(readAgain).not.toBe(asOf)
    expect(await place()).toBe(before)
  })

  test('count tokens and transactions per blockchain, without adding amounts', async () => {
    const { page } = open
    await search(page, 'usdx')
    const rows = page.getByRole('table', { name: t('reserves:counts') }).getByRole('row')
    await expect.poll(() => rows.last().allInnerTexts()).toEqual(['All\t3\t4'])
    expect((await rows.allInnerTexts()).slice(1, -1)).toEqual(
      expect.arrayContaining(['Ethereum\t1\t2', 'Base\t1\t1', expect.stringContaining('U+202E')]),
    )
  })

  test('keep the total of all blockchains in sight where there are more than fit', async () => {
    const { page } = open
    const group = `document.querySelector('[role=group][aria-label="${t('reserves:counts')}"]')`
    await page.evaluate(`${group}.style.maxHeight = '90px'`)
    const bottoms = await page.evaluate<number[]>(`['tbody', 'tfoot'].map((part) => ${group}.querySelector(part))
      .map((part) => Math.round(part.getBoundingClientRect().bottom - ${group}.getBoundingClientRect().bottom))`)
    await page.evaluate(`${group}.style.maxHeight = ''`)
    const [rows, total] = bottoms
    expect(rows, 'rows scroll').toBeGreaterThan(0)
    expect(total).toBeLessThanOrEqual(0)
  })

  test('show more blockchains where the window has room for them', async () => {
    const { page } = open
    const group = `document.querySelector('[role=group][aria-label="${t('reserves:counts')}"]')`
    const hidden = () => page.evaluate<number>(`${group}.scrollHeight - ${group}.clientHeight`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate(`for (let rows = ${group}.querySelectorAll('tbody tr').length; rows < 9; rows += 1) {
      const row = ${group}.querySelector('tbody tr').cloneNode(true)
      row.dataset.added = ''
      ${group}.querySelector('tbody').append(row)
    }`)
    await expect.poll(hidden).toBe(0)
    await page.setViewportSize({ width: 1440, height: 640 })
    await expect.poll(hidden, { message: 'the control' }).toBeGreaterThan(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.evaluate(`for (const row of ${group}.querySelectorAll('[data-added]')) row.remove()`)
  })

  test('chart one token on its own scale, with exact figures as text', async () => {
    const { page } = open
    await search(page, 'usdx')
    const figures = page.getByRole('list', { name: t('reserves:chartLabel', { what: 'USDX' }) })
    await expect
      .poll(() => figures.getByRole('listitem').allTextContents())
      .toEqual([
        'Ethereum123456789012.345678901234567889',
        'Base50000000000.123456',
        expect.stringMatching(/-2500000000\.000001$/),
      ])
    await page
      .getByRole('img', { name: like('reserves:chartLabel', { what: 'USDX' }) })
      .locator('canvas')
      .waitFor()
    expect(open.consoleComplaints).toEqual([])
    await page
      .getByRole('region', { name: t('reserves:chart') })
      .getByText(t('reserves:chartTransactions'), { exact: true })
      .click()
    await page
      .getByRole('list', { name: like('reserves:chartLabel', { what: t('reserves:chartTransactions') }) })
      .waitFor()
  })

  test('are exported as shown, filtered and sorted, with every digit', async () => {
    const { page } = open
    await search(page, 'x')
    await press(page, t('reserves:reserveAmount'))
    await press(page, t('reserves:reserveAmount'))
    await table(page).locator('th[aria-sort=descending]').getByText(t('reserves:reserveAmount')).waitFor()
    await expect.poll(() => amountsIn(page)).toHaveLength(4)
    const shown = await amountsIn(page)
    const wanted = report.filter(({ tokenSymbol, blockchain }) => /x/i.test(tokenSymbol + blockchain))
    const columns = ['tokenSymbol', 'blockchain', 'reserveAmount', 'transactionCount', 'lastTransactionDate'] as const
    const rows = shown.map((amount) => wanted.find(({ reserveAmount }) => reserveAmount === amount))

    const csv = readCsv(await exported(t('export:csv'), 'reserves.csv'))
    expect(csv.map((line) => line.map(withoutMarks))).toEqual([
      columns,
      ...rows.map((row) => columns.map((column) => `${row?.[column]}`)),
    ])
    expect(csv.flat().filter((cell) => /^[=@]/.test(cell))).toEqual([])

    const json: unknown = JSON.parse(await exported(t('export:json'), 'reserves.json'))
    expect(json).toMatchObject({
      report: 'reserves',
      server: server.url,
      profile: 'Custody desk',
      contractVersion: '1.0',
      filter: { text: 'x', blockchain: null },
      sort: { by: 'reserveAmount', order: 'descending' },
      rows,
    })
    const names = (await open.electron.dialogs.asked()).map(
      ({ options }) => (options as { defaultPath: string }).defaultPath,
    )
    expect(names.at(-1)).toMatch(/strongroom-reserves-\d{4}-\d\d-\d\dT\d{6}Z\.json$/)
  })

  test('say nothing when the export is cancelled, and why when the file cannot be written', async () => {
    const { page } = open
    await expect.poll(() => page.getByText(t('export:saved')).count()).toBe(0)
    await open.electron.dialogs.queue('showSaveDialog', { canceled: true, filePath: '' })
    await press(page, t('export:export'))
    await page.getByRole('menuitem', { name: t('export:csv') }).click()
    await expect.poll(async () => (await open.electron.dialogs.asked()).length).toBe(3)
    await open.electron.dialogs.queue('showSaveDialog', { canceled: false, filePath: join(folder, 'none', 'x.csv') })
    await press(page, t('export:export'))
    await page.getByRole('menuitem', { name: t('export:csv') }).click()
    await page.getByRole('alert').getByText(t('consoleFailures:NotWritten.meaning')).waitFor()
    expect(await page.getByText(t('export:saved'), { exact: true }).count()).toBe(0)
  })

  test('put the chart above the fold, and a table of few rows has no scrolling region of its own', async () => {
    const { page } = open
    await search(page, 'base')
    await table(page).waitFor()
    const region = page.getByRole('region', { name: t('reserves:table') })
    expect(await region.evaluate((each: Box) => each.scrollHeight - each.clientHeight)).toBeLessThanOrEqual(1)
    const chart = await page
      .getByRole('region', { name: t('reserves:chart') })
      .locator('li')
      .first()
      .boundingBox()
    expect(chart?.y).toBeLessThan(700)
    await page.setViewportSize({ width: 1024, height: 640 })
    await region.hover()
    await page.mouse.wheel(0, 200)
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('mark figures of the chart that do not fit, and leave the names their room', async () => {
    const { page } = open
    await search(page, 'giant')
    await page
      .getByRole('region', { name: t('reserves:chart') })
      .getByText(t('reserves:chartToken'), { exact: true })
      .click()
    const figure = page
      .getByRole('region', { name: t('reserves:chart') })
      .getByRole('listitem')
      .first()
    await figure.getByText('Base').waitFor()
    await page.setViewportSize({ width: 1024, height: 640 })
    const digits = figure.locator('> span').last()
    const isMarked = (each: Box) =>
      each.scrollWidth > each.clientWidth &&
      (globalThis as unknown as { getComputedStyle(of: Box): { textOverflow: string } }).getComputedStyle(each)
        .textOverflow === 'ellipsis'
    await expect.poll(() => digits.evaluate(isMarked)).toBe(true)
    expect((await figure.getByText('Base').boundingBox())?.width).toBeGreaterThan(20)
    expect(await figure.getAttribute('title')).toContain('123456.789123456789123456')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('open the export menu by keyboard, on its first entry', async () => {
    const { page } = open
    await page.getByRole('button', { name: t('export:export') }).press('Enter')
    await page
      .getByRole('menuitem', { name: t('export:csv') })
      .and(page.locator(':focus'))
      .waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page
      .getByRole('menuitem', { name: t('export:json') })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: t('export:export') })
      .and(page.locator(':focus'))
      .waitFor()
  })

  test('can be filtered by blockchain, and offer to clear a filter without matches', async () => {
    const { page } = open
    await search(page, '')
    await page.getByLabel(t('reserves:blockchain'), { exact: true }).first().click()
    await page.getByRole('option', { name: 'Base', exact: true }).click()
    await page.getByText(t('common:shownOf', { shown: '4', whole: t('reserves:rows', { count: 2_008 }) })).waitFor()
    await search(page, 'no such token')
    await page.getByText(t('reserves:noMatch')).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await press(page, t('reserves:clearFilter'))
    await table(page).waitFor()
  })

  test('name the contract of tokens with the same symbol, on the screen and in the export', async () => {
    const { page } = open
    await search(page, 'turned')
    await table(page).getByRole('rowheader').getByText('token 5').waitFor()
    const [header, row] = readCsv(await exported(t('export:csv'), 'look-alike.csv'))
    expect([header?.at(-1), row?.at(-1)]).toEqual(['contractAddress', 'token 5'])
    await search(page, 'nought')
    await table(page).getByText('NOUGHT').waitFor()
    expect(await table(page).getByText('token 3').count()).toBe(0)
    await search(page, 'x')
  })

  test('are accessible in both themes', async () => {
    expect(await violationsOf(open.page)).toEqual([])
    expect(open.consoleComplaints).toEqual([])
  })

  test('tell a token of one tenant why it cannot see them', async () => {
    const { page } = open
    await startAgain(open, await server.token({ name: 'Bob', tenantId: tenants.first }))
    await goTo(page)
    await page.getByText(t('reserves:platformOnlyHint', { name: 'Bob', tenant: 'First Trust' })).waitFor()
    expect(await page.getByRole('button', { name: t('export:export') }).isDisabled()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
  })
})

test('a platform without reserves says so, with the next step', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'strongroom-empty-'))
  try {
    await using server = await startTestServer({ dataDir })
    await using open = await openConsole({ url: server.url, token: await server.token() })
    await goTo(open.page)
    await open.page.getByText(t('reserves:empty')).waitFor()
    expect(await violationsOf(open.page)).toEqual([])
  } finally {
    await rm(dataDir, { recursive: true })
  }
})
