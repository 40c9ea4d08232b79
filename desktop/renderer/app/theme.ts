import {
  createTheme,
  DrawerHeader,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  ModalHeader,
  type VariantColorsResolver,
} from '@mantine/core'
import { t as textOf } from '../../words/words.ts'

const steel: MantineColorsTuple = [
  '#eef4fa',
  '#dbe5ef',
  '#b3c9df',
  '#88abcf',
  '#6592c2',
  '#4f82ba',
  '#3c6ea6',
  '#2f5f93',
  '#275583',
  '#194973',
]

/** Mantine's own light variant is below 4.5:1 for the brighter colours on a light page, and glares on a dark one. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input)
  if (input.variant !== 'light') return colours
  return {
    ...colours,
    background: `light-dark(${colours.background}, color-mix(in srgb, ${colours.background}, var(--mantine-color-body) 45%))`,
    color: `light-dark(color-mix(in srgb, ${colours.color}, black 40%), ${colours.color})`,
  }
}

export const theme = createTheme({
  primaryColor: 'steel',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  // From here on black letters stand out more than white ones; either way by 4.5:1.
  luminanceThreshold: 0.179,
  variantColorResolver,
  colors: { steel },
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    // Read where it stands; one that has to interrupt says so itself.
    Alert: { defaultProps: { role: 'note' } },
    // The header of a dialog is not the banner of the page.
    DrawerHeader: DrawerHeader.extend({ defaultProps: { role: 'presentation' } }),
    ModalHeader: ModalHeader.extend({ defaultProps: { role: 'presentation' } }),
    // Of its own it would put the focus on an empty element, which says nothing and does nothing.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, withinPortal: false } },
    Modal: { styles: { title: { fontWeight: 700 } } },
    Badge: { defaultProps: { tt: 'none' } },
    NavLink: { styles: { root: { borderRadius: 'var(--mantine-radius-md)' } } },
    Notification: {
      // Asked for when one is drawn: the words are not there yet when the theme is made.
      defaultProps: () => ({ closeButtonProps: { 'aria-label': textOf('close') } }),
      styles: { description: { color: 'var(--mantine-color-dimmed)', overflowWrap: 'anywhere' } },
    },
  },
})
