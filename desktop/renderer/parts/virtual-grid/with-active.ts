import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** The rows to draw and the one that has the focus, so that it is never taken away from under the keyboard. */
export function withActive(range: Range, active: number): number[] {
  const shown = defaultRangeExtractor(range)
  if (range.count === 0 || shown.includes(active)) return shown
  return active < (shown[0] ?? 0) ? [active, ...shown] : [...shown, active]
}
