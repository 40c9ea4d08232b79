import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { custodians, tenants } from '../../harness/seed.ts'
import { isInPage } from '../harness/secrets.ts'
import type { Hand } from './hands.ts'
import { type Case, rotateThrice } from './rotation-steps.ts'
import type { Stage } from './stage.ts'

type Journey = Pick<Case, 'stage' | 'hand' | 'server' | 'custodianId' | 'provider'>

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** All that an operator does, from the first start to signing out. */
export async function play(journey: Journey): Promise<void> {
  const { stage, server, custodianId, provider } = journey
  const account = 'the one account'
  const first = await server.token({ name: 'Ada' })
  const again = await server.token({ name: 'Ada later' })
  const credentials = await server.credentials(provider, { account })
  const tenantId = tenants.first
  await server.trpc(first).custodians.updateApiKeys.mutate({ tenantId, custodianId, ...credentials })

  await addServer(stage, journey.hand, server.url)
  await signIn(stage, journey.hand, first)
  await openCustodian(journey)
  const secrets = await rotateThrice({ ...journey, account })
  await readHistory(journey)
  await exportReserves(journey, first)
  await lookThroughWallets(journey)
  await readAudit(journey)
  await lockAndUnlock(journey, first)
  await signInOverPage(journey, again)
  await signOut(journey)
  for (const secret of [first, again, ...secrets]) expect(await isInPage(stage.page, secret)).toBe(false)
}

async function addServer({ page }: Stage, hand: Hand, url: string): Promise<void> {
  await page.getByRole('heading', { name: 'Welcome to Strongroom' }).waitFor()
  await hand.press(button(page, 'Connect to a server'))
  await hand.enter(page.getByRole('textbox', { name: 'Name' }), 'Custody desk')
  await hand.enter(page.getByRole('textbox', { name: 'Address' }), url)
  expect(await page.getByRole('switch', { name: 'This is production' }).isChecked()).toBe(true)
  await hand.press(button(page, 'Test the connection'))
  await page.locator('[data-stage=version][data-status=passed]').waitFor()
  await hand.press(button(page, 'Save and sign in'))
}

async function signIn({ page, copy, copied }: Stage, hand: Hand, token: string): Promise<void> {
  await copy(token)
  await hand.press(button(page, 'Sign in with the copied token'))
  await dialog(page).getByText('Ada', { exact: true }).waitFor()
  expect(await copied()).toBe('')
  await hand.press(button(page, 'Go to the custodians'))
}

async function openCustodian({ stage: { page }, hand, custodianId }: Journey): Promise<void> {
  await hand.press(link(page, `Custodian ${custodianId}`))
  await hand.press(link(page, 'Rotate keys').first())
}

async function readHistory({ stage: { page }, hand }: Journey): Promise<void> {
  await hand.press(link(page, 'History'))
  await page.getByText('4 rotations').waitFor()
  const rows = await page.locator('tbody tr:has(th)').allInnerTexts()
  expect(rows.map((row) => /(Stored|Refused|Failed)/.exec(row)?.[0])).toEqual(['Failed', 'Refused', 'Stored', 'Stored'])
}

/** The digits of the server, in the table and in the file. */
async function exportReserves({ stage, hand, server }: Journey, token: string): Promise<void> {
  const { page } = stage
  const report = await server.trpc(token).reports.reserves.query({})
  const amounts = report.map(({ reserveAmount }) => reserveAmount)
  await hand.goTo(page, 'Reserves')
  const table = page.getByRole('table', { name: 'Reserves by token and blockchain' })
  await table.waitFor()
  expect(await table.locator('tbody td:nth-of-type(2) [title]').allTextContents()).toEqual(amounts)

  const file = join(stage.userData, 'reserves.csv')
  await stage.chooseTarget(file)
  await hand.press(button(page, 'Export'))
  await hand.press(page.getByRole('menuitem', { name: /CSV/ }))
  await page.getByText(file).waitFor()
  const written = await readFile(file, 'utf8')
  for (const amount of amounts) expect(written).toContain(amount)
}

async function lookThroughWallets({ stage: { page }, hand, custodianId }: Journey): Promise<void> {
  const row = (index: number) => page.getByRole('grid', { name: 'Wallets' }).locator(`[data-index="${index}"]`)
  const said = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
  await hand.goTo(page, 'Custodians')
  await hand.press(link(page, `Custodian ${custodianId}`))
  await hand.press(link(page, 'Wallets'))
  await said('2 wallets')
  await hand.toggle(page.getByRole('switch', { name: 'Show inactive' }))
  await said('3 wallets')
  await hand.enter(page.getByRole('searchbox', { name: 'Search wallets' }), 'ethereum')
  await said('1 of 3 wallets')
  await hand.press(row(0))
  await dialog(page).getByText('Vault').waitFor()
  await hand.press(dialog(page).getByRole('button', { name: 'Close' }))
  await dialog(page).waitFor({ state: 'hidden' })
}

async function readAudit({ stage: { page }, hand, custodianId }: Journey): Promise<void> {
  await hand.goTo(page, 'Audit')
  await hand.enter(page.getByRole('combobox', { name: 'Custodian' }), custodianId)
  await page.keyboard.press('Enter')
  const ended = page.locator('tbody tr:has(th)').filter({ hasText: 'Rotation ended' })
  await expect.poll(() => ended.count()).toBe(4)
  const outcomes = await ended.locator('td:last-of-type').allInnerTexts()
  expect(outcomes).toEqual(['Failed', 'Refused', 'Stored', 'Stored'])
}

async function lockAndUnlock({ stage: { page, copy, copied }, hand }: Journey, token: string): Promise<void> {
  await hand.press(button(page, 'Lock'))
  await page.getByRole('heading', { name: 'The console is locked' }).waitFor()
  expect(await page.getByText('Rotation ended').count()).toBe(0)
  await copy(token)
  await hand.press(button(page, 'With the copied token'))
  await page.getByRole('heading', { name: 'Audit', exact: true }).waitFor()
  expect(await copied()).toBe('')
}

/** The token is revoked while a page is open: it is asked for over the page, which stays as it was. */
async function signInOverPage({ stage: { page, copy }, hand, server }: Journey, token: string): Promise<void> {
  await hand.goTo(page, 'Custodians')
  await hand.enter(page.getByRole('searchbox', { name: 'Search' }), '12')
  await page.getByText('1 of 4').waitFor()
  await server.app.store.revokeToken({ token: 'Ada', actor: 'test', at: Date.now() })
  await hand.press(button(page, 'Refresh'))
  await dialog(page).getByText('Sign in again to Custody desk').waitFor()
  await page.getByText('1 of 4').waitFor()
  await copy(token)
  await hand.press(button(page, 'Sign in with the copied token'))
  await hand.press(button(page, 'Go on'))
  await dialog(page).waitFor({ state: 'hidden' })
  await page.getByText('1 of 4').waitFor()
  await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual([])
}

async function signOut({ stage: { page }, hand }: Journey): Promise<void> {
  await hand.goTo(page, 'Servers')
  await page.getByText('Signed in as Ada later').waitFor()
  await hand.press(button(page, 'Sign out of Custody desk'))
  await page.getByText(/its token (was erased|is used no more)/i).waitFor()
  expect(await dialog(page).count()).toBe(0)
  await hand.goTo(page, 'Custodians')
  await dialog(page).getByText('Not signed in').waitFor()
}

export const cases = {
  mouse: { custodianId: custodians.copper, provider: 'copper' },
  keyboard: { custodianId: custodians.fireblocks, provider: 'fireblocks' },
} as const satisfies Record<string, Pick<Journey, 'custodianId' | 'provider'>>
