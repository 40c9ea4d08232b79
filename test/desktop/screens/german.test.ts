import i18next from 'i18next'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { de } from '../../../desktop/words/de.ts'
import { addTexts } from '../../../desktop/words/words.ts'
import { custodians } from '../../harness/seed.ts'
import { violationsOf } from '../harness/accessibility.ts'
import type { OpenConsole } from '../harness/console.ts'
import { test as base } from '../harness/desk.ts'
import { t as english } from '../harness/words.ts'

addTexts('de', de)
const german = i18next.getFixedT('de') as unknown as typeof english

const test = base.extend('consoleOptions', { scope: 'file' }, { languages: ['de-AT', 'en'] })

const goTo = (page: Page, path: string) => page.evaluate(`location.hash = '#${path}'`)
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).first().waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const menuLabels = async (desk: OpenConsole) => (await desk.electron.menu.entries())?.map(({ label }) => label)

describe('a console on a system that prefers German', () => {
  test('is German from the menu to the page, which says so to a screen reader', async ({ page, desk }) => {
    await goTo(page, '/custodians')
    await heading(page, german('custodians:title'))
    expect(await page.evaluate('document.documentElement.lang')).toBe('de')
    expect(await menuLabels(desk)).toContain(german('system:menu.help'))
    expect(await page.title()).toContain(german('custodians:title'))
    expect(await violationsOf(page)).toEqual([])
  })

  test('rotates keys in German, and a mistake is explained in German', async ({ page, server }) => {
    await goTo(page, `/custodians/${custodians.copper}/rotate`)
    await heading(page, german('rotate:form.title', { provider: 'Copper' }))
    await press(page, german('rotate:form.rotate'))
    await page.getByText(german('rotate:problem.empty')).first().waitFor()
    const { apiKey, secretApiKey } = await server.credentials('copper', { account: 'the one account' })
    await page.getByRole('textbox', { name: 'API key' }).fill(apiKey)
    await page.getByLabel('API secret').fill(secretApiKey)
    await press(page, german('rotate:form.rotate'))
    await press(page, german('rotate:confirm.go'))
    await page.getByText(german('rotate:stored.title')).waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  test('writes days, numbers and amounts as Germans do, and copies amounts as they are', async ({ page }) => {
    await goTo(page, '/reserves')
    const amount = page.locator('tbody td span[title]').filter({ hasText: ',' }).first()
    await amount.waitFor()
    expect(await amount.getAttribute('title')).toMatch(/^\d+\.\d+$/)
    await goTo(page, '/audit')
    await heading(page, german('audit:title'))
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

  test('is English as soon as the settings say so, and German again', async ({ page, desk }) => {
    await goTo(page, '/settings')
    await heading(page, german('settings:title'))
    await page.getByText('English', { exact: true }).click()
    await heading(page, english('settings:title'))
    await expect.poll(() => menuLabels(desk)).toContain(english('system:menu.help'))
    expect(await page.evaluate('document.documentElement.lang')).toBe('en')
    await page.getByText('Deutsch', { exact: true }).click()
    await heading(page, german('settings:title'))
    expect(desk.mainErrors).toEqual([])
  })

  // Last, because the server stays as it is.
  test('says why a server is not ready in German, and in English once the settings say so', async ({
    page,
    server,
  }) => {
    server.app.drain()
    await goTo(page, '/home')
    await heading(page, german('home:title'))
    await page.keyboard.press('ControlOrMeta+r')
    await page.getByText(german('network:notReady.draining')).waitFor()
    await goTo(page, '/settings')
    await page.getByText('English', { exact: true }).click()
    await heading(page, english('settings:title'))
    await goTo(page, '/home')
    await page.getByText(english('network:notReady.draining')).waitFor()
  })
})
