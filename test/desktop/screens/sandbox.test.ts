import { expect, test } from 'vitest'
import { openConsole } from '../harness/console.ts'
import { t } from '../harness/words.ts'

async function reportWith(args: readonly string[]): Promise<string> {
  await using console = await openConsole({ args })
  const { page, electron } = console
  await page.getByRole('link', { name: t('common:settings'), exact: true }).click()
  await page.getByRole('button', { name: t('settings:copyReport') }).click()
  await expect.poll(electron.clipboard.read).not.toBe('')
  return await electron.clipboard.read()
}

test('the diagnostics report says when the page runs without the Chromium sandbox', async () => {
  expect(await reportWith([])).toContain('sandbox: on')
  expect(await reportWith(['--no-sandbox'])).toContain('sandbox: off (--no-sandbox)')
})
