import { readFile, stat } from 'node:fs/promises'
import { formOfToken } from '../../../shared/operator-token.ts'
import { Secret } from '../../../shared/secret.ts'
import { type Answer, answer, refuse } from '../../bridge/answer.ts'
import type { Clipboard, Dialogs } from '../platform.ts'

const mistakes = {
  empty: 'There is no text in it.',
  other: 'An operator token is srt_ followed by 49 letters and digits.',
  damaged: 'It has the form of a token, but its checksum does not match: a character is wrong or two are swapped.',
} as const

/** Takes pasted text for an operator token, or says what is wrong with it; never repeats it. White space around it is forgiven. */
export function readOperatorToken(pasted: string): Answer<Secret> {
  const text = pasted.trim()
  const form = text === '' ? 'empty' : formOfToken(text)
  return form === 'whole' ? answer(new Secret(text)) : refuse('NotAToken', { info: [mistakes[form]] })
}

type Parts = { readonly dialogs: Dialogs; readonly clipboard: Clipboard }

/** A file of a token has one line. */
const largestFile = 4096

/** Takes an operator token from the clipboard or from a file that is asked for; null when nobody chose one. */
export const takeToken = async (source: 'clipboard' | 'file', parts: Parts): Promise<Answer<Secret> | null> =>
  source === 'clipboard' ? readOperatorToken(await parts.clipboard.readText()) : fromFile(parts.dialogs)

async function fromFile(dialogs: Dialogs): Promise<Answer<Secret> | null> {
  const file = await dialogs.pickFile('Operator token', [{ name: 'All files', extensions: ['*'] }])
  if (file === null) return null
  try {
    const { size } = await stat(file)
    if (size > largestFile) return refuse('NotAToken', { info: [`The file has ${size} bytes, a token has 53.`] })
    return readOperatorToken(await readFile(file, 'utf8'))
  } catch (error) {
    return refuse('NotReadable', { info: [(error as Error).message] })
  }
}

/** A token that was taken from the clipboard does not stay there for the next program. */
export async function wipe(clipboard: Clipboard, token: Secret): Promise<void> {
  for (const place of [clipboard, clipboard.selection])
    if ((await place?.readText())?.includes(token.reveal())) place?.clear()
}
