// @module-tag long
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { providers } from '../../../shared/providers.ts'
import { custodians } from '../../harness/seed.ts'
import { startTestServer } from '../../harness/server.ts'
import { openConsole } from '../harness/console.ts'
import { like, t } from '../harness/words.ts'
import { pasteAtFocus } from './hands.ts'

/** The whole job takes no more keys than these; a letter is one, and so is a chord. */
const mostKeys = 40

/** The keys that a person presses, each counted. */
function countedKeys(page: Page) {
  let count = 0
  return {
    count: () => count,
    async press(key: string): Promise<void> {
      count += 1
      await page.keyboard.press(key)
    },
    async type(text: string): Promise<void> {
      count += text.length
      await page.keyboard.type(text)
    },
    async paste(text: string): Promise<void> {
      count += 1
      await pasteAtFocus(page, text)
    },
    /** The key that a dialog of the system takes, which is not in the page. */
    answerDialog(): void {
      count += 1
    },
  }
}

const untilFocused = (target: Locator) => target.and(target.page().locator(':focus')).waitFor()

test('by keyboard, signing in, rotating in production, exporting and locking takes at most 40 keys', async () => {
  await using server = await startTestServer()
  const token = await server.token({ name: 'Ada' })
  const offered = await server.credentials('fireblocks')
  await using desk = await openConsole({ url: server.url, environment: { label: 'Production', isProduction: true } })
  const { page, electron, userData } = desk
  const keys = countedKeys(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await electron.clipboard.write(token)
  await untilFocused(button(t('connect:fromClipboard')))
  await keys.press('Enter')
  await untilFocused(button(t('connect:goOn')))
  await keys.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  await keys.press('ControlOrMeta+k')
  await keys.type(`rotate ${custodians.fireblocks}`)
  const found = like('palette:selected', { label: t('palette:rotate', { name: 'Custodian 11' }), place: '1' })
  await page.getByText(found).waitFor({ state: 'attached' })
  await keys.press('Enter')

  await untilFocused(page.getByRole('textbox', { name: providers.fireblocks.apiKey.label }))
  await keys.paste(offered.apiKey)
  await keys.press('Tab')
  await keys.paste(offered.secretApiKey)
  await keys.press('Enter')
  await untilFocused(page.getByLabel(t('rotate:confirm.type')))
  await keys.type('Custodian 11')
  await keys.press('Enter')
  await untilFocused(page.getByRole('region', { name: t('rotate:facts.outcome') }))
  await page.getByRole('alert').getByText(t('rotate:stored.title')).waitFor()

  const file = join(userData, 'reserves.csv')
  await electron.dialogs.queue('showSaveDialog', { canceled: false, filePath: file })
  await keys.press('ControlOrMeta+3')
  await page.getByRole('table', { name: t('reserves:table') }).waitFor()
  await keys.press('ControlOrMeta+e')
  await untilFocused(page.getByRole('menuitem', { name: t('export:csv') }))
  await keys.press('Enter')
  keys.answerDialog()
  await page.getByText(file).waitFor()
  expect(await readFile(file, 'utf8')).toContain('USDX')

  await keys.press('ControlOrMeta+l')
  await page.getByRole('heading', { name: t('lock:title') }).waitFor()
  expect(keys.count()).toBeLessThanOrEqual(mostKeys)
})
