import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { BarChart as Bars } from 'echarts/charts'
import { AriaComponent, GridComponent } from 'echarts/components'
import { type ECharts, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { visibleText } from '../../parts/visible-text.ts'
import { type ChartColours, optionOf } from './bar-chart-option.ts'
import type { Bar } from './chart-bars.ts'

use([Bars, GridComponent, AriaComponent, CanvasRenderer])

/** Pixels from one bar to the next: a line of text above each. */
const pitch = 44

function useColours(): ChartColours {
  const { colors, black } = useMantineTheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const pick = (light: string | undefined, dark: string | undefined) => (isDark ? dark : light) ?? black
  return {
    text: pick(black, colors.dark[0]),
    bar: pick(colors.steel?.[7], colors.steel?.[4]),
    line: pick(colors.gray[4], colors.dark[3]),
  }
}

/** Horizontal bars with their exact figures above them; the same is said to a screen reader. */
export function BarChart({ what, bars }: { readonly what: string; readonly bars: readonly Bar[] }) {
  const { t } = useTranslation('reserves')
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(null)
  const { text, bar, line } = useColours()
  const shown = bars.map(({ name, ...rest }) => ({ ...rest, name: visibleText(name) }))
  const described = shown.map(({ name, label }) => t('bar', { name, label })).join('; ')
  const description = t('chartLabel', { what, bars: described })

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
    chart.current?.setOption(optionOf(shown, description, { text, bar, line }), { notMerge: true })
  })

  return <div ref={place} role="img" aria-label={description} style={{ height: bars.length * pitch, width: '100%' }} />
}
