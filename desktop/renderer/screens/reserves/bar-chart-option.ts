import type { EChartsCoreOption } from 'echarts/core'

export type ChartColours = { readonly bar: string; readonly line: string }

type Chart = {
  /** Lengths from -1 to 1, from the top down. */
  readonly shares: readonly number[]
  /** What a screen reader is told of the picture. */
  readonly description: string
  readonly colours: ChartColours
}

/**
 * Bars and nothing else: no figures at the axis, for a rounded one beside exact ones would be wrong; no tooltip, for
 * everything is written above its bar; no animation.
 */
export function optionOf({ shares, description, colours }: Chart): EChartsCoreOption {
  const min = shares.some((share) => share < 0) ? -1 : 0
  const max = shares.some((share) => share > 0) || min === 0 ? 1 : 0
  return {
    animation: false,
    aria: { enabled: true, label: { description } },
    grid: { left: 1, right: 1, top: 0, bottom: 0 },
    xAxis: {
      type: 'value',
      min,
      max,
      interval: 1,
      axisLabel: { show: false },
      // Of the lines only the one at nought means something.
      splitLine: { lineStyle: { color: colours.line }, showMinLine: min === 0, showMaxLine: max === 0 },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: shares.map((_, index) => `${index}`),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { show: false },
    },
    series: [{ type: 'bar', data: [...shares], barWidth: 10, itemStyle: { color: colours.bar }, silent: true }],
  }
}
