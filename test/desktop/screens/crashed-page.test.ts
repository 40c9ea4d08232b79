import { test } from 'vitest'
import { custodians } from '../../harness/seed.ts'
import { startTestServer } from '../../harness/server.ts'
import { openConsole } from '../harness/console.ts'
import { t } from '../harness/words.ts'

// Both wait ten seconds: one until its rotation ends, one until a page that does not respond is ended.
test.concurrent('a page that crashes during a rotation is reloaded, shows no outcome, and refers to the history', async ({
  expect,
}) => {
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
  void cdp.send('Page.crash').catch(() => {}) // a crashed page does not answer
  const reloaded = await next

  await reloaded.getByRole('heading', { level: 1, name: t('home:title') }).waitFor()
  await expect.poll(electron.dialogs.asked).toEqual([
    {
      kind: 'showMessageBox',
      options: expect.objectContaining({ detail: expect.stringContaining(t('system:page.rotating')) }),
    },
  ])
  await reloaded.evaluate(`location.hash = '#/custodians/${custodians.copper}/rotate'`)
  await reloaded.locator('[data-stage=sent][data-status=waiting]').waitFor()
  expect(await reloaded.getByLabel('API key').inputValue()).toBe('')
  for (const outcome of [t('rotate:oldKeysActive'), t('rotate:stored.title'), t('rotate:unknown.title')])
    expect(await reloaded.getByText(outcome).count()).toBe(0)
  await reloaded.evaluate(`location.hash = '#/custodians/${custodians.copper}/history'`)
  await reloaded.getByRole('table').getByRole('row').nth(1).waitFor()
  expect(console.mainErrors).toEqual([])
})

test.concurrent('an unresponsive page is reloaded with a notice, and one that recovers is not', async ({ expect }) => {
  await using server = await startTestServer()
  await using console = await openConsole({ url: server.url, token: await server.token() })
  const { page, electron } = console
  await electron.window.becomeUnresponsive()
  await electron.window.becomeResponsive()
  await page.getByRole('heading', { level: 1, name: t('home:title') }).waitFor()
  expect(await electron.dialogs.asked()).toEqual([])

  await electron.dialogs.queue('showMessageBox', { response: 0 })
  const next = page.context().waitForEvent('page')
  const debug = await page.context().newCDPSession(page)
  await debug.send('Debugger.enable')
  void page.evaluate('debugger').catch(() => {}) // it stands still, at no cost to the other tests
  await electron.window.becomeUnresponsive()
  const reloaded = await next

  await reloaded.getByRole('heading', { level: 1, name: t('home:title') }).waitFor()
  const message = t('system:page.reloaded', { cause: t('system:page.cause.unresponsive') })
  await expect
    .poll(electron.dialogs.asked)
    .toEqual([{ kind: 'showMessageBox', options: expect.objectContaining({ message, buttons: ['OK'] }) }])
  expect(console.mainErrors).toEqual([])
})
