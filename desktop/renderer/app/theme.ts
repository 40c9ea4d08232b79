import { createTheme, type MantineColorsTuple } from '@mantine/core'

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

export const theme = createTheme({
  primaryColor: 'steel',
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.36,
  colors: { steel },
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
})
