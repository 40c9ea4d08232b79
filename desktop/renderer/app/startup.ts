import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { z } from 'zod'
import '../../words/words.ts'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'

// Else Zod tries whether it may compile its schemas, which the policy of the page denies and reports.
z.config({ jitless: true })

initReactI18next.init(i18next)

/** Resolves when they are there, or cannot be, so that no text changes its width once it is shown. */
export const fontsLoaded = (): Promise<unknown> =>
  Promise.allSettled(
    ['"Inter Variable"', '"JetBrains Mono Variable"'].map((family) => document.fonts.load(`1em ${family}`)),
  )
