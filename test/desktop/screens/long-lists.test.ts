import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { startFaultProxy } from '../../harness/fault-proxy.ts'
import { custodians, id, tenants } from '../../harness/seed.ts'
import type { TestServer } from '../../harness/server.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { openConsole } from '../harness/console.ts'
import { test } from '../harness/desk.ts'
import { t } from '../harness/words.ts'

/** One more than ten of the largest pages have. */
const many = 10_001

const goTo = (page: Page, path: string) => page.evaluate(`location.hash = ${JSON.stringify(`#${path}`)}`)

test('10,001 tokens of networks are all listed, and the last one is found', async ({ page, server, admin }) => {
  const stored = (await admin.chainTokens.list.query({})).length
  await server.app.store.putTokens(
    Array.from({ length: many - stored }, (_, place) => ({
      tokenId: id(100 + place),
      symbol: `T${place}`,
      blockchainId: id(1),
      contractAddress: `0x${place.toString(16).padStart(40, '0')}`,
      decimals: 6,
    })),
  )
  await page
    .getByRole('navigation', { name: t('common:navigation') })
    .getByRole('link', { name: t('common:administration') })
    .click()
  await page.getByRole('link', { name: t('administration:parts.chainTokens'), exact: true }).click()
  await page.getByText(t('administration:chainTokens.count', { count: many }), { exact: true }).waitFor()
  expect(await page.getByText(t('common:cut', { count: many })).count()).toBe(0)
  await page.getByRole('searchbox').fill(`T${many - stored - 1}`)
  await page.getByRole('row', { name: new RegExp(`T${many - stored - 1}`) }).waitFor()
})

/** A failed check of a custodian's active keys; its provider works again afterwards. */
async function failCheck(server: TestServer, admin: ReturnType<TestServer['trpc']>): Promise<void> {
  const credentials = await server.credentials('copper', { account: 'the one account' })
  const custodianId = custodians.copper
  await admin.custodians.updateApiKeys.mutate({ tenantId: tenants.first, custodianId, ...credentials })
  server.simulator.setMode(credentials.apiKey, '500')
  await admin.custodians.checkApiKeys.mutate({ custodianId })
}

test('home lists a failure behind 10,001 of the same kind that are older than the newest records', async ({
  page,
  server,
  admin,
}) => {
  await failCheck(server, admin)
  const { truth, tamper } = server.data
  const failure = (await truth.read('audit')).findLast(({ kind }) => kind === 'check.ended')
  if (!failure) throw new Error('no check was recorded')
  const copies = Array.from({ length: many + 100 }, (_, place) => ({
    ...failure,
    sequence: failure.sequence + 1 + place,
    custodianId: custodians.fireblocks,
    rotationId: randomUUID(),
  }))
  await tamper.add('audit', copies)
  await goTo(page, '/home')
  await page.keyboard.press('ControlOrMeta+r')
  await page.locator('[data-kind=unreachable]').filter({ hasText: 'Custodian 12' }).waitFor()
  expect(await page.getByText(t('home:cut')).count()).toBe(0)
  expect(await violationsOf(page)).toEqual([])
})

test('a list that a server never ends is cut, and the screen says so', async ({ server, admin }) => {
  await using proxy = await startFaultProxy(server.url)
  await using other = await openConsole({ url: proxy.url, token: await server.token({ name: 'Bob' }) })
  const { nextCursor } = await admin.reserveAccounts.listPage.query({ limit: 1 })
  proxy.reword([['"nextCursor":null', `"nextCursor":"${nextCursor}"`]])
  await goTo(other.page, '/administration/reserve-accounts')
  // The first page has both accounts, each of the 99 after it the second one again.
  await other.page.getByText(t('common:cut', { count: 101 })).waitFor({ timeout: 100_000 })
  expect(await violationsOf(other.page)).toEqual([])
})
