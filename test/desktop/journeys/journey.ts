import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { custodians, tenants } from '../../harness/seed.ts'
import { isInPage } from '../harness/secrets.ts'
import { like, t } from '../harness/words.ts'
import type { Hand } from './hands.ts'
import type { JourneyHost } from './journey-host.ts'
import { type Case, rotateThrice } from './rotation-steps.ts'

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

async function addServer({ page }: JourneyHost, hand: Hand, url: string): Promise<void> {
  await page.getByRole('heading', { name: t('connect:welcome') }).waitFor()
  await hand.press(button(page, t('connect:toServer')))
  await hand.enter(page.getByRole('textbox', { name: t('connect:name') }), 'Custody desk')
  await hand.enter(page.getByRole('textbox', { name: t('connect:address') }), url)
  expect(await page.getByRole('switch', { name: t('connect:isProduction') }).isChecked()).toBe(true)
  await hand.press(button(page, t('connect:testRun')))
  await page.locator('[data-stage=version][data-status=passed]').waitFor()
  await hand.press(button(page, t('connect:saveAndSignIn')))
}

async function signIn({ page, copy, copied }: JourneyHost, hand: Hand, token: string): Promise<void> {
  await copy(token)
  await hand.press(button(page, t('connect:fromClipboard')))
  await dialog(page).getByText('Ada', { exact: true }).waitFor()
  expect(await copied()).toBe('')
  await hand.press(button(page, t('connect:toHome')))
}

async function openCustodian({ stage: { page }, hand, custodianId }: Journey): Promise<void> {
  await page.getByRole('heading', { level: 1, name: t('home:title') }).waitFor()
  await hand.goTo(page, t('common:custodians'))
  await hand.press(link(page, `Custodian ${custodianId}`))
  await hand.press(link(page, t('custodians:tabs.rotate')).first())
}

async function readHistory({ stage: { page }, hand }: Journey): Promise<void> {
  await hand.press(link(page, t('custodians:tabs.history')))
  await page.getByText(t('custodians:history.count', { count: 4 })).waitFor()
  const outcomes = [t('custodians:outcome.failed'), t('custodians:outcome.refused'), t('custodians:outcome.stored')]
  const rows = await page.locator('tbody tr:has(th)').allInnerTexts()
  expect(rows.map((row) => outcomes.find((outcome) => row.includes(outcome)))).toEqual([
    t('custodians:outcome.failed'),
    t('custodians:outcome.refused'),
    t('custodians:outcome.stored'),
    t('custodians:outcome.stored'),
  ])
}

/** The digits of the server, in the table and in the file. */
async function exportReserves({ stage, hand, server }: Journey, token: string): Promise<void> {
  const { page } = stage
  const report = await server.trpc(token).reports.reserves.query({})
  const amounts = report.map(({ reserveAmount }) => reserveAmount)
  await hand.goTo(page, t('common:reserves'))
  const table = page.getByRole('table', { name: t('reserves:table') })
  await table.waitFor()
  expect(await table.locator('tbody td:nth-of-type(2) [title]').allTextContents()).toEqual(amounts)

  const file = join(stage.userData, 'reserves.csv')
  await stage.chooseTarget(file)
  await hand.press(button(page, t('export:export')))
  await hand.press(page.getByRole('menuitem', { name: t('export:csv') }))
  await page.getByText(file).waitFor()
  const written = await readFile(file, 'utf8')
  for (const amount of amounts) expect(written).toContain(amount)
}

async function lookThroughWallets({ stage: { page }, hand, custodianId }: Journey): Promise<void> {
  const row = (index: number) => page.getByRole('grid', { name: t('wallets:grid') }).locator(`[data-index="${index}"]`)
  const said = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
  await hand.goTo(page, t('common:custodians'))
  await hand.press(link(page, `Custodian ${custodianId}`))
  await hand.press(link(page, t('custodians:tabs.wallets')))
  await said(t('wallets:count', { count: 2 }))
  await hand.toggle(page.getByRole('switch', { name: t('wallets:showInactive') }))
  await said(t('wallets:count', { count: 3 }))
  await hand.enter(page.getByRole('searchbox', { name: t('wallets:search') }), 'ethereum')
  await said(t('common:shownOf', { shown: '1', whole: t('wallets:count', { count: 3 }) }))
  await hand.press(row(0))
  await dialog(page).getByText('Vault').waitFor()
  await hand.press(dialog(page).getByRole('button', { name: t('common:close') }))
  await dialog(page).waitFor({ state: 'hidden' })
}

async function readAudit({ stage: { page }, hand, custodianId }: Journey): Promise<void> {
  await hand.goTo(page, t('common:audit'))
  await hand.enter(page.getByRole('combobox', { name: t('audit:custodian') }), custodianId)
  await page.keyboard.press('Enter')
  const ended = page.locator('tbody tr:has(th)').filter({ hasText: t('audit:kinds.rotation.ended') })
  await expect.poll(() => ended.count()).toBe(4)
  const outcomes = await ended.locator('td:nth-of-type(3)').allInnerTexts()
  expect(outcomes).toEqual([
    t('custodians:outcome.failed'),
    t('custodians:outcome.refused'),
    t('custodians:outcome.stored'),
    t('custodians:outcome.stored'),
  ])
}

async function lockAndUnlock({ stage: { page, copy, copied }, hand }: Journey, token: string): Promise<void> {
  await hand.press(button(page, t('common:lock')))
  await page.getByRole('heading', { name: t('lock:title') }).waitFor()
  expect(await page.getByText(t('audit:kinds.rotation.ended')).count()).toBe(0)
  await copy(token)
  await hand.press(button(page, t('lock:fromClipboard')))
  await page.getByRole('heading', { name: t('audit:title'), exact: true }).waitFor()
  expect(await copied()).toBe('')
}

/** The token is revoked while a page is open: it is asked for over the page, which stays as it was. */
async function signInOverPage({ stage: { page, copy }, hand, server }: Journey, token: string): Promise<void> {
  await hand.goTo(page, t('common:custodians'))
  await hand.enter(page.getByRole('searchbox', { name: t('custodians:search') }), '12')
  await page.getByText(t('common:shownOf', { shown: '1', whole: '4' })).waitFor()
  await server.app.store.revokeToken({ token: 'Ada', actor: 'test', at: Date.now() })
  await hand.press(button(page, t('common:refresh')))
  await dialog(page)
    .getByText(t('connect:signInAgain', { name: 'Custody desk' }))
    .waitFor()
  await page.getByText(t('common:shownOf', { shown: '1', whole: '4' })).waitFor()
  await copy(token)
  await hand.press(button(page, t('connect:fromClipboard')))
  await hand.press(button(page, t('connect:goOn')))
  await dialog(page).waitFor({ state: 'hidden' })
  await page.getByText(t('common:shownOf', { shown: '1', whole: '4' })).waitFor()
  await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual([])
}

async function signOut({ stage: { page }, hand }: Journey): Promise<void> {
  await hand.goTo(page, t('common:connect'))
  await page.getByText(t('connect:signedInAs', { name: 'Ada later' })).waitFor()
  await hand.press(button(page, t('connect:signOutNamed', { name: 'Custody desk' })))
  await page
    .getByText(like('connect:signedOut'))
    .or(page.getByText(like('connect:signedOutUnerased')))
    .waitFor()
  expect(await dialog(page).count()).toBe(0)
  await hand.goTo(page, t('common:custodians'))
  await dialog(page).getByText(t('failures:SignedOut')).waitFor()
}

export const cases = {
  mouse: { custodianId: custodians.copper, provider: 'copper' },
  keyboard: { custodianId: custodians.fireblocks, provider: 'fireblocks' },
} as const satisfies Record<string, Pick<Journey, 'custodianId' | 'provider'>>
