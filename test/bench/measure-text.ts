import { type Measure, type Ratio, refusal, type Spread } from './measure.ts'

const number = (value: number): string => value.toFixed(Math.abs(value) < 10 ? 2 : 0)

/** The median, and from where to where the rounds went. */
const spreadText = ({ median, min, max }: Spread): string =>
  min === max ? number(median) : `${number(median)} (${number(min)} to ${number(max)})`

const ratioText = (ratio: Ratio): string => {
  const why = refusal(ratio)
  return `${spreadText(ratio.value)}${ratio.of && ` ${ratio.of}`}${why ? ` [not judged: ${why}]` : ''}`
}

export const figureText = ({ ratios }: Measure): string => ratios.map(ratioText).join('; ')

export const controlText = ({ ratios }: Measure): string =>
  ratios.flatMap(({ control }) => (control ? [spreadText(control)] : [])).join('; ')

export const targetText = ({ target }: Pick<Measure, 'target'>): string => {
  if (target === null) return 'none'
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`
}
