import { lazy, Suspense } from 'react'
import { nameText } from '../../parts/name-text.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { shortened } from '../../parts/shortened.ts'
import classes from './bar-chart.module.css'
import type { Bar } from './chart-bars.ts'
import { mostDigits } from './digits.ts'
import { Digits } from './digits-view.tsx'

/** Loaded when the first chart is drawn, for it is larger than the rest of the console. */
const BarChart = lazy(async () => ({ default: (await import('./bar-chart.tsx')).BarChart }))

type BarFiguresProps = { readonly description: string; readonly bars: readonly Bar[] }

/** Exact figures as text, each above its bar; they stand there before the bars are drawn. */
export function BarFigures({ description, bars }: BarFiguresProps) {
  return (
    <div className={classes.chart}>
      <ol className={classes.figures} aria-label={description}>
        {bars.map(({ name, figure }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name can come twice, and a bar has no state
          <li key={index} className={classes.figure} title={`${nameText(name)} ${shortened(figure, mostDigits)}`}>
            <PlainText text={shortened(name, mostDigits)} isOneLine />
            <span className={classes.digits}>
              {figure.length > mostDigits ? shortened(figure, mostDigits) : <Digits value={figure} />}
            </span>
          </li>
        ))}
      </ol>
      <Suspense>
        <BarChart description={description} shares={bars.map(({ share }) => share)} />
      </Suspense>
    </div>
  )
}
