import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { prefix } from '../../../shared/operator-token.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'
import type { WithheldFrom } from '../../bridge/schema.ts'
import { t } from '../../words/words.ts'
import type { Handlers } from '../gate.ts'
import type { Clipboard, Dialogs } from '../platform.ts'
import type { WithheldSecret } from '../tokens/withheld-secret.ts'

const secrets = new RegExp(`${prefix}[0-9A-Za-z]{49}|whsec_[0-9A-Za-z+/]{32}`)

/** No token and no secret is in the renderer, so one that comes from there is something gone wrong. */
const holdsSecret = (text: string) => secrets.test(text)

type Parts = { readonly dialogs: Dialogs; readonly clipboard: Clipboard; readonly secret: WithheldSecret }
type Source = { readonly text: string } | { readonly secret: WithheldFrom }

/** What leaves the console for the disk or the clipboard: what the page has, or a new secret, which only main has. */
export function fileHandlers({ dialogs, clipboard, secret }: Parts): Pick<Handlers, 'save' | 'copy'> {
  function textIn(wanted: Source): Result<string, ConsoleFailure> {
    if ('text' in wanted) return holdsSecret(wanted.text) ? err(consoleFailure('NotAllowed')) : ok(wanted.text)
    const text = secret.textOf(wanted.secret)
    return text === null ? err(consoleFailure(gone[wanted.secret.of])) : ok(text)
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
        secret.forget()
        return ok(null)
      }
      const text = textIn(wanted)
      if (!text.ok) return text
      await clipboard.writeText(text.value)
      return ok(null)
    },
  }
}

const gone = { token: 'TokenGone', webhook: 'SecretGone' } as const

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
