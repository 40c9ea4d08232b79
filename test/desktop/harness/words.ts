import i18next from 'i18next'
import type { QualifiedKey } from '../../../desktop/words/translate.ts'
import { currentLanguage, t as textOf } from '../../../desktop/words/words.ts'

/** The text of a key as the console shows it, with its plural and its holes filled: `t('wallets:count', { count: 3 })`. */
export const t = textOf

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

type Known = Readonly<Record<string, string | RegExp>>

const sourceOf = (known: string | RegExp) => (typeof known === 'string' ? escaped(known) : known.source)

const patternOf = (text: string, known: Known): string =>
  text
    .split(/\{\{([^},]+)[^}]*\}\}/)
    .map((part, at) => (at % 2 === 0 ? escaped(part) : sourceOf(known[part] ?? /.+/)))
    .join('')
    // Else a text without the rest would be tried from each of its characters on.
    .replace(/^(\.\+)+|(\.\+)+$/g, '')

/** Finds the text of a key with anything in those of its holes that are not given, in any of its plurals. */
export function like(key: QualifiedKey, known: Known = {}): RegExp {
  const [table = '', path = ''] = key.split(':')
  const texts = ['', '_one', '_other'].map(
    (plural) => i18next.getResource(currentLanguage(), table, path + plural) as unknown,
  )
  const patterns = texts.filter((text) => typeof text === 'string').map((text) => patternOf(text, known))
  if (patterns.length === 0) throw new Error(`There is no text of the key ${key}.`)
  return new RegExp(patterns.join('|'))
}
