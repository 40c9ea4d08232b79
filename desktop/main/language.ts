import type { Settings } from '../bridge/settings.ts'
import { de } from '../words/de.ts'
import { addTexts, currentLanguage, languageFor, setLanguage } from '../words/words.ts'
import type { Platform } from './console-platform.ts'

// Main has the texts of every language: its own disk is near, and it answers in one at once.
addTexts('de', de)

/** Has the texts in the language of the settings; answers whether it is another one. */
export function speak(
  platform: Pick<Platform, 'preferredLanguages'>,
  { language }: Pick<Settings, 'language'>,
): boolean {
  const before = currentLanguage()
  setLanguage(languageFor(language, platform.preferredLanguages()))
  return currentLanguage() !== before
}
