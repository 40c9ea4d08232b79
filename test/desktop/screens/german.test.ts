import i18next from 'i18next'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { de } from '../../../desktop/words/de.ts'
import { addTexts } from '../../../desktop/words/words.ts'
import { custodians } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { t as english } from '../harness/words.ts'

addTexts('de', de)
const german = i18next.getFixedT('de') as unknown as typeof english

let server: TestServer
let desk: OpenConsole

beforeAll(async () => {
  server = await startTestServer()
  desk = await openConsole({ languages: ['de-AT', 'en'], url: server.url, token: await server.token({ name: 'Ada' }) })
})
afterAll(async () => {
  await desk?.close()
  await server?.[Symbol.asyncDispose]()
})

const goTo = (path: string) => desk.page.evaluate(`location.hash = '#${path}'`)
const heading = (name: string) => desk.page.getByRole('heading', { name, exact: true }).first().waitFor()
const press = (name: string) => desk.page.getByRole('button', { name, exact: true }).click()

const menuLabels = async () => (await desk.electron.menu.entries())?.map(({ label }) => label)

describe('a console on a system that prefers German', () => {
  test('is German from the menu to the page, which says so to a screen reader', async () => {
    await goTo('/custodians')
    await heading(german('custodians:title'))
    expect(await desk.page.evaluate('document.documentElement.lang')).toBe('de')
    expect(await menuLabels()).toContain(german('system:menu.help'))
    expect(await desk.page.title()).toContain(german('custodians:title'))
    expect(await violationsOf(desk.page)).toEqual([])
  })

  test('rotates keys in German, and a mistake is explained in German', async () => {
    const { page } = desk
    await goTo(`/custodians/${custodians.copper}/rotate`)
    await heading(german('rotate:form.title', { provider: 'Copper' }))
    await press(german('rotate:form.rotate'))
    await page.getByText(german('rotate:problem.empty')).first().waitFor()
    const { apiKey, secretApiKey } = await server.credentials('copper', { account: 'the one account' })
    await page.getByRole('textbox', { name: 'API key' }).fill(apiKey)
    await page.getByLabel('API secret').fill(secretApiKey)
    await press(german('rotate:form.rotate'))
    await press(german('rotate:confirm.go'))
    await page.getByText(german('rotate:stored.title')).waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  test('writes days, numbers and amounts as Germans do, and copies amounts as they are', async () => {
    const { page } = desk
    await goTo('/reserves')
    const amount = page.locator('tbody td span[title]').filter({ hasText: ',' }).first()
    await amount.waitFor()
    expect(await amount.getAttribute('title')).toMatch(/^\d+\.\d+$/)
    await goTo('/audit')
    await heading(german('audit:title'))
    await page.locator('tbody tr:has(th)').first().waitFor()
    await page
      .getByText(/\b\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d/)
      .first()
      .waitFor()
    await page.getByLabel(german('audit:since')).fill('2026-01-31')
    await page.getByText(german('audit:dayWrong')).waitFor()
    await page.getByLabel(german('audit:since')).fill('31.01.2026')
    await page.getByText(german('audit:dayWrong')).waitFor({ state: 'detached' })
  })

  test('is English as soon as the settings say so, and German again', async () => {
    const { page } = desk
    await goTo('/settings')
    await heading(german('settings:title'))
    await page.getByText('English', { exact: true }).click()
    await heading(english('settings:title'))
    await expect.poll(menuLabels).toContain(english('system:menu.help'))
    expect(await page.evaluate('document.documentElement.lang')).toBe('en')
    await page.getByText('Deutsch', { exact: true }).click()
    await heading(german('settings:title'))
    expect(desk.mainErrors).toEqual([])
  })

  // Last, because the server stays as it is.
  test('says why a server is not ready in German, and in English once the settings say so', async () => {
    const { page } = desk
    server.app.drain()
    await goTo('/home')
    await heading(german('home:title'))
    await page.keyboard.press('ControlOrMeta+r')
    await page.getByText(german('network:notReady.draining')).waitFor()
    await goTo('/settings')
    await page.getByText('English', { exact: true }).click()
    await heading(english('settings:title'))
    await goTo('/home')
    await page.getByText(english('network:notReady.draining')).waitFor()
  })
})
