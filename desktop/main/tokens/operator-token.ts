import { formOfToken } from '../../../shared/operator-token.ts'
import { Secret } from '../../../shared/secret.ts'
import { type Answer, answer, refuse } from '../../bridge/answer.ts'

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
