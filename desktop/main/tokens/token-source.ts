import { readFile, stat } from 'node:fs/promises'
import { formOfToken } from '../../../shared/operator-token.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { Secret } from '../../../shared/secret.ts'
import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'
import { t } from '../../words/words.ts'
import type { Clipboard, Dialogs } from '../platform.ts'

/** Parses pasted text as an operator token, ignoring white space around it; a failure never repeats the text. */
export function readOperatorToken(pasted: string): Result<Secret, ConsoleFailure> {
  const text = pasted.trim()
  const form = text === '' ? 'empty' : formOfToken(text)
  return form === 'whole'
    ? ok(new Secret(text))
    : err(consoleFailure('NotAToken', { info: [t(`connect:notAToken.${form}`)] }))
}

type Parts = { readonly dialogs: Dialogs; readonly clipboard: Clipboard }

/** Bytes; a token file has one line. */
const largestFile = 4096

/** Reads an operator token from the clipboard or from a file that is picked in a dialog; null when that was cancelled. */
export const takeToken = async (
  source: 'clipboard' | 'file',
  parts: Parts,
): Promise<Result<Secret, ConsoleFailure> | null> =>
  source === 'clipboard' ? readOperatorToken(await parts.clipboard.readText()) : readTokenFile(parts.dialogs)

async function readTokenFile(dialogs: Dialogs): Promise<Result<Secret, ConsoleFailure> | null> {
  const file = await dialogs.pickFile(t('system:dialog.token'), [
    { name: t('system:dialog.allFiles'), extensions: ['*'] },
  ])
  if (file === null) return null
  try {
    const { size } = await stat(file)
    if (size > largestFile)
      return err(consoleFailure('NotAToken', { info: [t('connect:notAToken.tooLarge', { size })] }))
    return readOperatorToken(await readFile(file, 'utf8'))
  } catch (error) {
    return err(consoleFailure('NotReadable', { info: [(error as Error).message] }))
  }
}

/** Removes a token from the clipboard, so that no other program can read it there. */
export async function clearClipboard(clipboard: Clipboard, token: Secret): Promise<void> {
  for (const place of [clipboard, clipboard.selection])
    if ((await place?.readText())?.includes(token.reveal())) place?.clear()
}
