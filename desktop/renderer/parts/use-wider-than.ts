import { useMediaQuery } from '@mantine/hooks'

/** Whether the window has at least so many pixels, for tables that show more columns then. */
export const useWiderThan = (pixels: number): boolean =>
  useMediaQuery(`(min-width: ${pixels}px)`, false, { getInitialValueInEffect: false })
