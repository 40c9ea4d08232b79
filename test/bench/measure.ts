import { type FigureName, requiredFigures, type Target } from './figures.ts'

/** Median, least and most of the rounds. */
export type Spread = { readonly median: number; readonly min: number; readonly max: number }

/** One way to put a figure, such as requests a second or CPU time. */
export type Ratio = {
  /** Says of what it is the ratio; empty if the figure has only this one. */
  readonly of: string
  readonly value: Spread
  /** The same ratio of a side to itself, in the same rounds: 1 on a quiet machine. Null where there is nothing to compare. */
  readonly control: Spread | null
  /** Why it is shown, but not judged. */
  readonly notJudged?: string
}

/** One line of the table of figures. */
export type Measure = {
  /** The required figure that this is; null for one that is only reported. */
  readonly figure: FigureName | null
  readonly name: string
  readonly target: Target | null
  readonly ratios: readonly Ratio[]
  /** The medians behind the ratios, in words. */
  readonly detail: string
}

type Values = {
  /** More than one if the figure is judged in more than one way; a number if it was measured once. */
  readonly value: number | Spread | readonly Ratio[]
  readonly control?: Spread
  readonly detail: string
}

/** A figure of the table of targets; its name and target are those of `figures.ts`. */
export const required = (figure: FigureName, values: Values): Measure => ({
  ...extra({ name: requiredFigures[figure].what, target: requiredFigures[figure].target, ...values }),
  figure,
})

/** A figure outside the table of targets. */
export const extra = ({
  name,
  target = null,
  value,
  control,
  detail,
}: Values & { readonly name: string; readonly target?: Target | null }): Measure => ({
  figure: null,
  name,
  target,
  ratios: ratiosOf(value, control ?? null),
  detail,
})

function ratiosOf(value: Values['value'], control: Spread | null): readonly Ratio[] {
  if (typeof value === 'number') return [{ of: '', value: once(value), control }]
  return 'median' in value ? [{ of: '', value, control }] : value
}

/** Something measured once. */
export const once = (value: number): Spread => ({ median: value, min: value, max: value })

/** How far a side may seem to be from itself before the machine is too noisy to compare it with another. */
const mostNoise = 0.05

export const isNoisy = ({ control }: Pick<Ratio, 'control'>): boolean =>
  control !== null && Math.abs(control.median - 1) > mostNoise

/** Why a ratio is not compared with the target, or null. */
export const refusal = (ratio: Ratio): string | null =>
  isNoisy(ratio) ? `the control is ${ratio.control?.median.toFixed(2)}` : (ratio.notJudged ?? null)

export type Verdict = 'met' | 'missed' | 'not judged' | 'reported'

/** Every ratio that can be judged has to reach the target; if none can, there is no verdict. */
export function verdictOf({ target, ratios }: Pick<Measure, 'target' | 'ratios'>): Verdict {
  if (target === null) return 'reported'
  const judged = ratios.filter((ratio) => refusal(ratio) === null)
  if (judged.length === 0) return 'not judged'
  return judged.every(({ value }) => reaches(value.median, target)) ? 'met' : 'missed'
}

const reaches = (value: number, target: Target) =>
  'atLeast' in target ? value >= target.atLeast : value <= target.atMost

/** The value below which that share of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('no samples')
  return value
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)

export const spreadOf = (samples: readonly number[]): Spread => ({
  median: median(samples),
  min: Math.min(...samples),
  max: Math.max(...samples),
})

/** The ratio in each round, of samples that were taken in turn. */
export const ratioOf = (ours: readonly number[], theirs: readonly number[]): Spread =>
  spreadOf(ours.map((value, round) => value / (theirs[round] as number)))

export const grouped = (value: number): string => Math.round(value).toLocaleString('en-US')
