import type { EChartsCoreOption } from 'echarts/core'
import type { Bar } from './chart-bars.ts'

export type ChartColours = { readonly text: string; readonly bar: string; readonly line: string }

/**
 * No axis has figures, for a rounded one beside exact ones would be wrong; no tooltip, for everything is written already;
 * nothing moves.
 */
export function optionOf(bars: readonly Bar[], description: string, colours: ChartColours): EChartsCoreOption {
  const lowest = bars.some(({ share }) => share < 0) ? -1 : 0
  const highest = bars.some(({ share }) => share > 0) ? 1 : 0
  return {
    animation: false,
    aria: { enabled: true, label: { description } },
    grid: { left: 0, right: 0, top: 0, bottom: 0 },
    xAxis: {
      type: 'value',
      min: lowest,
      max: highest === lowest ? 1 : highest,
      axisLabel: { show: false },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ name, label }) => `${name}   ${label}`),
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: {
        inside: true,
        margin: 0,
        interval: 0,
        verticalAlign: 'bottom',
        color: colours.text,
        fontFamily: '"JetBrains Mono Variable", ui-monospace, monospace',
        fontSize: 12,
        padding: [0, 0, 4, 4],
      },
      z: 3,
    },
    series: [
      {
        type: 'bar',
        data: bars.map(({ share }) => share),
        barWidth: 14,
        barMinHeight: 0,
        itemStyle: { color: colours.bar },
        silent: true,
      },
    ],
  }
}
