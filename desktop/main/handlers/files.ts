import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { prefix } from '../../../shared/operator-token.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'
import { t } from '../../words/words.ts'
import type { Handlers } from '../gate.ts'
import type { Clipboard, Dialogs } from '../platform.ts'
import type { WithheldToken } from '../tokens/created-token.ts'

const token = new RegExp(`${prefix}[0-9A-Za-z]{49}`)

/** No token is in the renderer, so one that comes from there is something gone wrong. */
const holdsToken = (text: string) => token.test(text)

type Parts = { readonly dialogs: Dialogs; readonly clipboard: Clipboard; readonly createdToken: WithheldToken }

/** What leaves the console for the disk or the clipboard: what the page has, or a created token, which only main has. */
export function fileHandlers({ dialogs, clipboard, createdToken }: Parts): Pick<Handlers, 'save' | 'copy'> {
  function textIn(
    wanted: { readonly text: string } | { readonly createdToken: string },
  ): Result<string, ConsoleFailure> {
    if ('text' in wanted) return holdsToken(wanted.text) ? err(consoleFailure('NotAllowed')) : ok(wanted.text)
    const text = createdToken.textOf(wanted.createdToken)
    return text === null ? err(consoleFailure('TokenGone')) : ok(text)
  }
  return {
    save: async ({ name, ...wanted }) => {
      const text = textIn(wanted)
      if (!text.ok) return text
      const file = await dialogs.pickTarget(t('system:dialog.save'), name)
      if (file === null) return ok(null)
      try {
        await writeWhole(file, text.value)
        return ok({ file })
      } catch (error) {
        return err(consoleFailure('NotWritten', { info: [`${file}: ${(error as Error).message}`] }))
      }
    },
    copy: async (wanted) => {
      if ('forget' in wanted) {
        createdToken.forget()
        return ok(null)
      }
      const text = textIn(wanted)
      if (!text.ok) return text
      await clipboard.writeText(text.value)
      return ok(null)
    },
  }
}

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
