import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { prefix } from '../../../shared/operator-token.ts'
import { err, ok } from '../../../shared/result.ts'
import { consoleFailure } from '../../bridge/failures.ts'
import { t } from '../../words/words.ts'
import type { Handlers } from '../gate.ts'
import type { Clipboard, Dialogs } from '../platform.ts'

const token = new RegExp(`${prefix}[0-9A-Za-z]{49}`)

/** No token is in the renderer, so one that comes from there is something gone wrong. */
const holdsToken = (text: string) => token.test(text)

type Parts = { readonly dialogs: Dialogs; readonly clipboard: Clipboard }

/** What leaves the console for the disk or the clipboard. */
export const fileHandlers = ({ dialogs, clipboard }: Parts): Pick<Handlers, 'save' | 'copy'> => ({
  save: async ({ name, text }) => {
    if (holdsToken(text)) return err(consoleFailure('NotAllowed'))
    const file = await dialogs.pickTarget(t('system:dialog.save'), name)
    if (file === null) return ok(null)
    try {
      await writeWhole(file, text)
      return ok({ file })
    } catch (error) {
      return err(consoleFailure('NotWritten', { info: [`${file}: ${(error as Error).message}`] }))
    }
  },
  copy: async ({ text }) => {
    if (holdsToken(text)) return err(consoleFailure('NotAllowed'))
    await clipboard.writeText(text)
    return ok(null)
  },
})

/** Whole or not at all, for its owner alone; what a failure leaves in the place of the file is what was there before. */
async function writeWhole(file: string, text: string): Promise<void> {
  const draft = join(dirname(file), `.${randomUUID()}.part`)
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}
