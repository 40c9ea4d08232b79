import { expect, test } from 'vitest'
import { custodians } from '../../harness/seed.ts'
import { startTestServer } from '../../harness/server.ts'
import { openConsole } from '../harness/console.ts'
import { t } from '../harness/words.ts'

test('a page that crashes during a rotation is loaded anew, claims nothing of it, and leaves the answer to the history', async () => {
  await using server = await startTestServer()
  await using console = await openConsole({ url: server.url, token: await server.token() })
  const { page, electron } = console
  const { apiKey, secretApiKey } = await server.credentials('copper', { account: 'the one account', mode: 'hang' })
  await page.evaluate(`location.hash = '#/custodians/${custodians.copper}/rotate'`)
  await page.getByLabel('API key').fill(apiKey)
  await page.getByLabel('API secret').fill(secretApiKey)
  await page.getByRole('button', { name: t('rotate:form.rotate') }).click()
  await page.getByRole('button', { name: t('rotate:confirm.go') }).click()
  await page.locator('[data-stage=sent][data-status=running]').waitFor()

  await electron.dialogs.queue('showMessageBox', { response: 0 })
  const next = page.context().waitForEvent('page')
  const cdp = await page.context().newCDPSession(page)
  void cdp.send('Page.crash').catch(() => {}) // nobody is left to answer
  const anew = await next

  await anew.getByRole('heading', { level: 1, name: t('custodians:title') }).waitFor()
  await expect
    .poll(electron.dialogs.asked)
    .toEqual([
      { kind: 'showMessageBox', options: expect.objectContaining({ detail: expect.stringContaining('history only') }) },
    ])
  await anew.evaluate(`location.hash = '#/custodians/${custodians.copper}/rotate'`)
  await anew.locator('[data-stage=sent][data-status=waiting]').waitFor()
  expect(await anew.getByLabel('API key').inputValue()).toBe('')
  for (const told of [t('rotate:oldKeysActive'), t('rotate:stored.title'), t('rotate:unknown.title')])
    expect(await anew.getByText(told).count()).toBe(0)
  await anew.evaluate(`location.hash = '#/custodians/${custodians.copper}/history'`)
  await anew.getByRole('table').getByRole('row').nth(1).waitFor()
  expect(console.mainErrors).toEqual([])
})

test('a page that does not respond is reloaded, and the operator is told; one that responds again is not', async () => {
  await using server = await startTestServer()
  await using console = await openConsole({ url: server.url, token: await server.token() })
  const { page, electron } = console
  await electron.window.becomeUnresponsive()
  await electron.window.becomeResponsive()
  await page.getByRole('heading', { level: 1, name: t('custodians:title') }).waitFor()
  expect(await electron.dialogs.asked()).toEqual([])

  await electron.dialogs.queue('showMessageBox', { response: 0 })
  const next = page.context().waitForEvent('page')
  void page.evaluate('for (;;) {}').catch(() => {})
  await electron.window.becomeUnresponsive()
  const reloaded = await next

  await reloaded.getByRole('heading', { level: 1, name: t('custodians:title') }).waitFor()
  const message = t('system:page.reloaded', { cause: t('system:page.cause.unresponsive') })
  await expect
    .poll(electron.dialogs.asked)
    .toEqual([{ kind: 'showMessageBox', options: expect.objectContaining({ message, buttons: ['OK'] }) }])
  expect(console.mainErrors).toEqual([])
})
