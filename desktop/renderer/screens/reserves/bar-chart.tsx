import { useComputedColorScheme } from '@mantine/core'
import { BarChart as Bars } from 'echarts/charts'
import { AriaComponent, GridComponent } from 'echarts/components'
import { type ECharts, type EChartsCoreOption, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import classes from './bar-chart.module.css'

use([Bars, GridComponent, AriaComponent, CanvasRenderer])

/** Canvas knows no custom properties, but their values. */
function coloursOf(element: HTMLElement): ChartColours {
  const style = getComputedStyle(element)
  return { bar: style.getPropertyValue('--color-chart'), line: style.getPropertyValue('--color-line') }
}

type BarChartProps = { readonly description: string; readonly shares: readonly number[] }

/** The bars of a chart; what they stand for is written over them. */
export function BarChart({ description, shares }: BarChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(null)
  useComputedColorScheme('light') // drawn again in the colours of another one

  useEffect(() => {
    if (!place.current) return
    const drawn = init(place.current, null, { renderer: 'canvas' })
    chart.current = drawn
    const resizing = new ResizeObserver(() => drawn.resize())
    resizing.observe(place.current)
    return () => {
      resizing.disconnect()
      drawn.dispose()
    }
  }, [])

  useEffect(() => {
    if (!place.current) return
    const colours = coloursOf(place.current)
    chart.current?.setOption(optionOf({ shares, description, colours }), { notMerge: true })
  })

  return <div ref={place} role="img" aria-label={description} className={classes.canvas} />
}

type ChartColours = { readonly bar: string; readonly line: string }

type Chart = {
  /** Lengths from -1 to 1, from the top down. */
  readonly shares: readonly number[]
  /** The description for screen readers. */
  readonly description: string
  readonly colours: ChartColours
}

/**
 * Bars and nothing else: no figures at the axis, for a rounded one next to exact ones would be wrong; no tooltip, for
 * everything is written above its bar; no animation.
 */
function optionOf({ shares, description, colours }: Chart): EChartsCoreOption {
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
