// Part of the package, so that digits and addresses look the same on every machine.
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'

/** Resolves when they are there, or cannot be, so that no text changes its width once it is shown. */
export const fontsLoaded = (): Promise<unknown> =>
  Promise.allSettled(
    ['"Inter Variable"', '"JetBrains Mono Variable"'].map((family) => document.fonts.load(`1em ${family}`)),
  )
