/** One line of the benchmark's table. Ratios come from interleaved rounds, so that a busy machine hits both sides alike. */
export type Measure = {
  readonly name: string
  readonly ratio: number
  /** null when the figure is only reported. */
  readonly target: { readonly atLeast: number } | { readonly atMost: number } | null
  /** The medians behind the ratio, in words. */
  readonly detail: string
}

export function isMet({ ratio, target }: Measure): boolean {
  if (target === null) return true
  return 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost
}

/** Two places for ratios; whole numbers for what is larger. */
export const ratioText = ({ ratio }: Measure): string => ratio.toFixed(ratio < 10 ? 2 : 0)

export const targetText = ({ target }: Measure): string => {
  if (target === null) return 'none'
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`
}

/** The value below which that share of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('no samples')
  return value
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)

export const grouped = (value: number): string => Math.round(value).toLocaleString('en-US')
