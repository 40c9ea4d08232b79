import i18next from 'i18next'
import { en } from './en.ts'
import type { Translate, Translated } from './translate.ts'

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

// With the table at hand nothing is waited for: English is there once this module is loaded.
void i18next.init({
  lng: 'en',
  resources: { en },
  defaultNS: 'common',
  interpolation: { escapeValue: false },
})

/** The text of a key. Not for a constant of a module, which would keep the language of the start. */
export const t = i18next.t as unknown as Translate<'common'>

/** The language of all texts, numbers, dates and of sorting. */
export const currentLanguage = (): Language => i18next.language as Language

/** Adds the texts of another language than English: each process has only those that it needs. */
export function addTexts(language: Language, texts: Translated<typeof en>): void {
  for (const [table, words] of Object.entries(texts)) i18next.addResourceBundle(language, table, words)
}

export const hasTexts = (language: Language): boolean => i18next.hasResourceBundle(language, 'common')

/** Takes a language whose texts are there. */
export const setLanguage = (language: Language): void => void i18next.changeLanguage(language)

/** The one that was chosen; else the first of those that the system prefers, as `de-AT`, that there are texts in. */
export function languageFor(chosen: Language | 'system', preferred: readonly string[]): Language {
  if (chosen !== 'system') return chosen
  const known = preferred.map((tag) => languages.find((language) => language === tag.toLowerCase().split(/[-_]/)[0]))
  return known.find((language) => language !== undefined) ?? 'en'
}

/** Something of each language, such as a format, made when it is first asked for. */
export function inLanguage<Value>(make: (language: Language) => Value): () => Value {
  const made = new Map<Language, Value>()
  return () => {
    const language = currentLanguage()
    const value = made.get(language) ?? make(language)
    made.set(language, value)
    return value
  }
}
