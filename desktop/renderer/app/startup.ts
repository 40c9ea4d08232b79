import { z } from 'zod'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'

// Else Zod tries whether it may compile its schemas, which the policy of the page denies and reports.
z.config({ jitless: true })

/** Resolves when they are there, or cannot be, so that no text changes its width once it is shown. */
export const fontsLoaded = (): Promise<unknown> =>
  Promise.allSettled(
    ['"Inter Variable"', '"JetBrains Mono Variable"'].map((family) => document.fonts.load(`1em ${family}`)),
  )
