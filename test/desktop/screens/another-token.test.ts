import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { custodians } from '../../harness/seed.ts'
import { startAgain } from '../harness/console.ts'
import { test } from '../harness/desk.ts'
import { like, t } from '../harness/words.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

test('typed keys survive a sign-in with another token, and the custodian stays shown for one that may not read it', async ({
  page,
  desk,
  server,
}) => {
  const mayRotate = ['custodians:read', 'custodians:update'] as const
  const token = await server.token({ name: 'first', permissions: [...mayRotate] })
  await startAgain(desk, token)
  const { electron } = desk
  const { apiKey, secretApiKey } = await server.credentials('copper')
  const form = page.getByRole('heading', { name: like('rotate:form.title') })
  const signInAfter = async (revoked: string, next: string) => {
    await server.app.store.revokeToken({ token: revoked, actor: 'test', at: Date.now() })
    await page.keyboard.press('Control+r')
    await page.getByText(t('connect:signInAgain', { name: 'Custody desk' })).waitFor()
    await electron.clipboard.write(next)
    await press(page, t('connect:fromClipboard'))
    await press(page, t('connect:goOn'))
  }

  await page.evaluate(`location.hash = '#/custodians/${custodians.copper}/rotate'`)
  await page.getByLabel('API key').fill(apiKey)
  await page.getByLabel('API secret').fill(secretApiKey)
  await signInAfter('first', await server.token({ name: 'second', permissions: [...mayRotate] }))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  expect(await page.getByLabel('API key').inputValue()).toBe(apiKey)
  expect(await page.getByLabel('API secret').inputValue()).toBe(secretApiKey)

  await signInAfter('second', await server.token({ name: 'lesser', permissions: ['wallets:read'] }))
  await form.waitFor({ state: 'detached' })
  await page.getByText('custodians:read').first().waitFor()
  expect(await page.evaluate('location.hash')).toBe(`#/custodians/${custodians.copper}/rotate`)
})

test('wallets disappear on sign-in with a token that may not read them', async ({ page, desk, server }) => {
  const token = await server.token({ name: 'third' })
  await startAgain(desk, token)
  const { electron } = desk
  await page.evaluate(`location.hash = '#/custodians/${custodians.copper}/wallets'`)
  const grid = page.getByRole('grid')
  await grid.waitFor()
  await server.app.store.revokeToken({ token: 'third', actor: 'test', at: Date.now() })
  await page.keyboard.press('Control+r')
  await page.getByText(t('connect:signInAgain', { name: 'Custody desk' })).waitFor()
  await electron.clipboard.write(await server.token({ name: 'least', permissions: ['custodians:read'] }))
  await press(page, t('connect:fromClipboard'))
  await press(page, t('connect:goOn'))
  await page.getByText('wallets:read').first().waitFor()
  expect(await grid.count()).toBe(0)
})
