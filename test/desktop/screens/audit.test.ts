import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditRecord } from '../../../shared/audit.ts'
import { withoutMarks } from '../../../shared/csv.ts'
import { custodians, tenants } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole, startAgain } from '../harness/console.ts'
import { exportedFile } from '../harness/exported-file.ts'
import { t } from '../harness/words.ts'
import { readCsv } from '../renderer/read-csv.ts'

/** A busy machine takes its time. */
const goTo = (page: Page) => page.evaluate(`location.hash = '#/audit'`)
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const table = (page: Page) => page.getByRole('table', { name: t('audit:table') })
const region = (page: Page) => page.getByRole('region', { name: t('audit:table') })
const status = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()

type Cell = {
  readonly ownerDocument: { createRange(): { selectNodeContents(of: object): void; getBoundingClientRect(): Size } }
  getBoundingClientRect(): Size
}
type Size = { readonly width: number }

/** Runs in the page: pixels of a cell that its text does not take. */
function emptyWidth(cell: Cell): number {
  const content = cell.ownerDocument.createRange()
  content.selectNodeContents(cell)
  return cell.getBoundingClientRect().width - content.getBoundingClientRect().width
}

describe('the audit', () => {
  let server: TestServer
  let open: OpenConsole
  let records: readonly AuditRecord[]
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strongroom-export-'))
    server = await startTestServer()
    const token = await server.token()
    for (let at = 0; at < 120; at += 1)
      await server.token({ name: at === 60 ? '=evil\u202e;=formula' : `operator ${at}` })
    const credentials = await server.credentials('fireblocks')
    const ids = { tenantId: tenants.first, custodianId: custodians.fireblocks }
    await server.trpc(token).custodians.validateApiKeys.mutate({ ...ids, ...credentials })
    records = (await server.trpc(token).audit.list.query({ limit: 500 })).records
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

  test('is listed newest first, and shows all members of an opened record', async () => {
    const { page } = open
    await status(page, t('audit:loaded', { count: 100 }))
    const [newest] = records
    await press(page, t('audit:open', { sequence: newest?.sequence ?? '' }))
    const values = await table(page).locator('dd').allTextContents()
    for (const value of [
      newest?.kind,
      newest?.at,
      newest?.hash,
      newest?.custodianId,
      newest?.rotationId,
      newest?.details.verdict,
    ])
      expect(values).toContain(value)
    const reason = table(page).getByText(newest?.details.reason ?? 'no reason', { exact: true })
    expect(await reason.isVisible(), 'text for programs').toBe(false)
    await table(page).getByText(t('common:details'), { exact: true }).click()
    await reason.waitFor()
    expect(await violationsOf(page)).toEqual([])
    await press(page, t('common:copyWhat', { what: t('audit:members.hash') }))
    await expect.poll(() => open.electron.clipboard.read()).toBe(newest?.hash)
  })

  test('loads earlier records down to the first one', async () => {
    const { page } = open
    await press(page, t('audit:loadMore'))
    await status(page, t('audit:loaded', { count: records.length }))
    await page.getByText(t('audit:end')).waitFor()
    expect(await page.getByRole('button', { name: t('audit:loadMore') }).count()).toBe(0)
  })

  test('keeps its position on refresh when new records have arrived', async () => {
    const { page } = open
    const inSight = page.getByRole('button', {
      name: t('audit:open', { sequence: Number(records[0]?.sequence) - 45 }),
      exact: true,
    })
    await table(page).locator('tbody').first().hover()
    await page.mouse.wheel(0, 1500)
    await expect.poll(() => region(page).evaluate((element: { scrollTop: number }) => element.scrollTop)).toBe(1500)
    /** Pixels from the top of the region, wherever the page is scrolled to. */
    const place = async () => ((await inSight.boundingBox())?.y ?? 0) - ((await region(page).boundingBox())?.y ?? 0)
    const before = await place()
    for (let more = 0; more < 3; more += 1) await server.token()
    await press(page, t('common:refresh'))
    await status(page, t('audit:loaded', { count: records.length + 3 }))
    expect(await place()).toBeCloseTo(before, 0)
    records = (await server.trpc(await server.token()).audit.list.query({ limit: 500 })).records
    await press(page, t('common:refresh'))
    await status(page, t('audit:loaded', { count: records.length }))
  })

  test('is exported whole, with every record as the server sent it', async () => {
    const { page } = open
    const lines = (await exported(t('export:ndjson'), 'audit.ndjson')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(records)
    await page.getByRole('textbox', { name: t('audit:operator') }).fill('no one')
    await page.getByText(t('audit:empty')).waitFor()
    await press(page, t('audit:clearFilter'))
    await status(page, t('audit:loaded', { count: records.length }))
    const [header, ...rows] = readCsv(await exported(t('export:csv'), 'audit.csv'))
    const details = header?.indexOf('details') ?? -1
    expect(rows.map((row) => JSON.parse(withoutMarks(row[details] ?? '')) as unknown)).toEqual(
      records.map((record) => record.details),
    )
    expect(rows.flat().filter((cell) => /^[=+@]/.test(cell))).toEqual([])
  })

  test('is filtered by action and custodian on the server', async () => {
    const { page } = open
    await page.getByLabel(t('audit:action')).first().click()
    await page.getByRole('option', { name: t('audit:kinds.validation.ended') }).click()
    await status(page, t('audit:loaded', { count: 1 }))
    await page.getByRole('combobox', { name: t('audit:custodian') }).fill(custodians.copper)
    await page.getByRole('option', { name: `· ${custodians.copper}` }).click()
    await page.getByText(t('audit:empty')).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await press(page, t('audit:clearFilter'))
    await status(page, t('audit:loaded', { count: records.length }))
  })

  test('shows outcomes in the smallest window, and failure and success in badges alike', async () => {
    const { page } = open
    await page.setViewportSize({ width: 1024, height: 640 })
    const column = table(page).getByRole('columnheader', { name: t('audit:outcome') })
    const { x = 0, width = 0 } = (await column.boundingBox()) ?? {}
    expect(x + width).toBeLessThanOrEqual(1024)
    await page.setViewportSize({ width: 1280, height: 800 })
    const badge = table(page).locator('.mantine-Badge-root').first()
    expect(await badge.textContent()).toBe(t('custodians:verdictShort.valid'))
  })

  test('has a column of request IDs in a wide window, and no column that is empty for 250 pixels', async () => {
    const { page } = open
    const column = table(page).getByRole('columnheader', { name: t('audit:members.requestId') })
    expect(await column.count()).toBe(0)
    await page.setViewportSize({ width: 1920, height: 1080 })
    await column.waitFor()
    const validated = records.findLast(({ kind }) => kind === 'validation.ended')
    const row = table(page)
      .getByRole('row')
      .filter({ hasText: `${validated?.requestId}` })
      .first()
    const cells = await row.locator('td').all()
    const empty = await Promise.all(cells.map((cell) => cell.evaluate(emptyWidth as (of: unknown) => number)))
    expect(Math.max(...empty)).toBeLessThan(250)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('takes days as they are shown, and says what is none', async () => {
    const { page } = open
    const from = page.getByRole('textbox', { name: t('audit:since') })
    await from.fill('03/01/2026')
    await page.getByText(t('audit:dayWrong')).waitFor()
    await from.fill('2999-01-01')
    await page.getByText(t('audit:empty')).waitFor()
    await press(page, t('audit:clearFilter'))
    expect(await from.inputValue()).toBe('')
  })

  test('is filtered by operator, outcome and day on the server, and exports what matches though it is not loaded', async () => {
    const { page } = open
    const admin = server.trpc(await server.token({ name: 'Grace' }))
    const { version } = await admin.tenants.get.query({ tenantId: tenants.first })
    const changes = 130
    for (let at = 0; at < changes; at += 1)
      await admin.tenants.update.mutate({ tenantId: tenants.first, version: version + at, name: `First Trust ${at}` })
    await page.getByRole('textbox', { name: t('audit:operator') }).fill('Grace')
    await status(page, t('audit:loaded', { count: 100 }))
    const lines = (await exported(t('export:ndjson'), 'grace.ndjson')).trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as AuditRecord).actor)).toEqual(Array(changes).fill('Grace'))
    await page.getByRole('textbox', { name: t('audit:operator') }).fill('')
    await page.getByLabel(t('audit:outcome')).first().click()
    await page.getByRole('option', { name: t('custodians:verdictShort.valid'), exact: true }).click()
    await status(page, t('audit:loaded', { count: 1 }))
    await page.getByRole('textbox', { name: t('audit:until'), exact: true }).fill('2001-01-01')
    await page.getByText(t('audit:empty')).waitFor()
    await press(page, t('audit:clearFilter'))
    await table(page).waitFor()
  })

  test('says how to verify it, also offline', async () => {
    const { page } = open
    await press(page, t('audit:verifying'))
    await page.getByText('strongroom audit verify --data DIR').waitFor()
    await page.getByText('strongroom audit export').waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(open.consoleComplaints).toEqual([])
  })

  test('says which permission a token lacks', async () => {
    const { page } = open
    await startAgain(open, await server.token({ permissions: ['reserves:read'] }))
    await goTo(page)
    await page.getByRole('alert').getByText('permission: audit:read is missing').waitFor()
    expect(await page.getByText(t('audit:loaded', { count: 0 })).count()).toBe(0)
    await page.getByRole('textbox', { name: t('audit:custodian') }).fill('x')
    await page.getByText(t('audit:custodianWrong')).waitFor()
    expect(await violationsOf(page)).toEqual([])
  })
})
