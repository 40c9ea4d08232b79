import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { BarChart as Bars } from 'echarts/charts'
import { AriaComponent, GridComponent } from 'echarts/components'
import { type ECharts, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import classes from './bar-chart.module.css'
import { type ChartColours, optionOf } from './bar-chart-option.ts'

use([Bars, GridComponent, AriaComponent, CanvasRenderer])

function useColours(): ChartColours {
  const { colors, black } = useMantineTheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return {
    bar: colors.steel?.[isDark ? 4 : 7] ?? black,
    line: (isDark ? colors.dark[4] : colors.gray[3]) ?? black,
  }
}

type BarChartProps = { readonly description: string; readonly shares: readonly number[] }

/** The bars of a chart; what they stand for is written over them. */
export function BarChart({ description, shares }: BarChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(null)
  const colours = useColours()

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
    chart.current?.setOption(optionOf({ shares, description, colours }), { notMerge: true })
  })

  return <div ref={place} role="img" aria-label={description} className={classes.canvas} />
}
