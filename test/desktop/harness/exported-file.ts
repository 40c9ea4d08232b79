import { readFile } from 'node:fs/promises'
import type { OpenConsole } from './console.ts'
import { t } from './words.ts'

type Wanted = { readonly format: string; readonly filePath: string }

/** The file that the export menu writes, read once the screen shows its path. */
export async function exportedFile({ electron, page }: OpenConsole, { format, filePath }: Wanted): Promise<string> {
  await electron.dialogs.queue('showSaveDialog', { canceled: false, filePath })
  await page.getByRole('button', { name: t('export:export') }).click()
  await page.getByRole('menuitem', { name: format }).click()
  await page.getByText(filePath).waitFor()
  return readFile(filePath, 'utf8')
}
