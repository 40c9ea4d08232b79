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

/** The colours of a status in tokens.css, by the names that Mantine has for colours. */
const tones: Readonly<Record<string, string>> = {
  red: 'negative',
  orange: 'caution',
  yellow: 'due',
  teal: 'positive',
  green: 'positive',
  blue: 'info',
  steel: 'info',
  gray: 'neutral',
}

const fills: Readonly<Record<string, string>> = { steel: 'accent', red: 'danger' }

/** What says or does something has the colours of tokens.css; an environment has the one that its operator chose. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input)
  const name = input.color || input.theme.primaryColor
  const tone = tones[name]
  const fill = fills[name]
  if (input.variant === 'light' && tone)
    return {
      ...colours,
      background: `var(--color-${tone}-soft)`,
      hover: `var(--color-${tone}-soft)`,
      color: `var(--color-${tone})`,
    }
  if (input.variant === 'filled' && fill && !input.autoContrast)
    return {
      ...colours,
      background: `var(--color-${fill})`,
      hover: `var(--color-${fill}-hover)`,
      color: 'var(--color-on-accent)',
    }
  return colours
}

const scaleOf = <Step extends string>(kind: string, steps: readonly Step[]) =>
  Object.fromEntries(steps.map((step) => [step, `var(--${kind}-${step})`])) as Record<Step, string>

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
  fontSizes: scaleOf('text', ['xs', 'sm', 'md', 'lg', 'xl']),
  spacing: scaleOf('space', ['xs', 'sm', 'md', 'lg', 'xl']),
  radius: scaleOf('radius', ['sm', 'md', 'lg']),
  headings: {
    fontWeight: '650',
    sizes: {
      h3: { fontSize: 'var(--text-title)', lineHeight: '1.3' },
      h5: { fontSize: 'var(--text-lg)', lineHeight: '1.4', fontWeight: '600' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    // Read where it stands; one that has to interrupt says so itself.
    Alert: { defaultProps: { role: 'note' } },
    // Named, so that a style can ask for it.
    Button: { defaultProps: { variant: 'filled' } },
    // The header of a dialog is not the banner of the page.
    DrawerHeader: DrawerHeader.extend({ defaultProps: { role: 'presentation' } }),
    ModalHeader: ModalHeader.extend({ defaultProps: { role: 'presentation' } }),
    // By default the focus goes to an empty placeholder, which a screen reader cannot announce.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, withinPortal: false } },
    // Opens next to its field, not at the end of the page, and scrolls natively.
    Combobox: { defaultProps: { withinPortal: false } },
    Select: { defaultProps: { withScrollArea: false }, styles: { options: { maxHeight: 220, overflowY: 'auto' } } },
    // Keeps the focused field of a long form above the buttons at its foot.
    Modal: { styles: { title: { fontWeight: 700 }, content: { scrollPaddingBottom: 80 } } },
    Badge: { defaultProps: { tt: 'none', radius: 'sm' } },
    NavLink: { styles: { root: { borderRadius: 'var(--mantine-radius-md)' } } },
    Notification: {
      // Asked for when one is drawn: the words are not there yet when the theme is made.
      defaultProps: () => ({ closeButtonProps: { 'aria-label': textOf('close') } }),
      styles: { description: { color: 'var(--mantine-color-dimmed)', overflowWrap: 'anywhere' } },
    },
  },
})
