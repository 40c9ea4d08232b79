import i18next from 'i18next'
import { en } from './en.ts'
import type { Translate } from './translate.ts'

/** The language of the tables; numbers, relative times and sorting follow it. */
export const language = 'en'

// With the tables at hand nothing is waited for: the texts are there once this module is loaded.
void i18next.init({
  lng: language,
  resources: { [language]: en },
  defaultNS: 'common',
  interpolation: { escapeValue: false },
})

/** The text of a key. Another language is one more table of the shape of {@link en}. */
export const t = i18next.t as unknown as Translate<'common'>
