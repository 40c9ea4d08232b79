import { Group, Paper, SegmentedControl, Select, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { ReportReservesModel } from '../../../../shared/reserves.ts'
import { nameText, PlainText } from '../../parts/plain-text.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { shortened } from '../../parts/visible-text.ts'
import { Digits } from './amount.tsx'
import classes from './bar-chart.module.css'
import { amountBars, type Bar, tellingToken, transactionBars } from './chart-bars.ts'
import { mostDigits } from './decimals.ts'
import type { BlockchainCount } from './reserve-rows.ts'

const mostChoices = 100

type ChartPanelProps = { readonly rows: readonly ReportReservesModel[]; readonly counts: readonly BlockchainCount[] }
type Kind = 'token' | 'transactions'

const choicesOf = (rows: ChartPanelProps['rows']) =>
  [...new Set(rows.map(({ tokenSymbol }) => tokenSymbol))].sort().map((value) => ({ value, label: nameText(value) }))

/** What can be compared honestly: one token on its blockchains, or numbers of transactions; never amounts of two tokens. */
export function ChartPanel({ rows, counts }: ChartPanelProps) {
  const { t } = useTranslation('reserves')
  const [kind, setKind] = useState<Kind>('token')
  const [chosen, setChosen] = useState<string | null>(null)
  const choices = useMemo(() => choicesOf(rows), [rows])
  const telling = useMemo(() => tellingToken(rows), [rows])
  const token = chosen !== null && rows.some(({ tokenSymbol }) => tokenSymbol === chosen) ? chosen : telling
  const { bars, leftOut } = useMemo(
    () => (kind === 'token' ? amountBars(rows, token) : transactionBars(counts)),
    [kind, rows, token, counts],
  )
  const isToken = kind === 'token'
  const what = isToken ? nameText(token) : t('chartTransactions')
  return (
    <Paper component="section" withBorder p="md" aria-label={t('chart')}>
      <Stack gap="xs">
        <Title order={2} size="h5">
          {t('chartTitle', { what })}
        </Title>
        <Text size="xs" c="dimmed">
          {t(isToken ? 'scale' : 'scaleTransactions')}
        </Text>
        <Group gap="sm">
          <SegmentedControl
            aria-label={t('chartKind')}
            size="xs"
            value={kind}
            onChange={(value) => setKind(value as Kind)}
            data={[
              { value: 'token', label: t('chartToken') },
              { value: 'transactions', label: t('chartTransactions') },
            ]}
          />
          {isToken && (
            <Select
              aria-label={t('token')}
              size="xs"
              data={choices}
              value={token}
              onChange={setChosen}
              limit={mostChoices}
              allowDeselect={false}
              searchable
              flex={1}
              maw={280}
            />
          )}
        </Group>
        <BarFigures description={t('chartLabel', { what })} bars={bars} />
        {leftOut > 0 && <Text size="xs">{t('leftOut', { count: leftOut })}</Text>}
      </Stack>
    </Paper>
  )
}

/** Loaded when the first chart is drawn, for it is larger than the rest of the console. */
const BarChart = lazy(async () => ({ default: (await import('./bar-chart.tsx')).BarChart }))

type BarFiguresProps = { readonly description: string; readonly bars: readonly Bar[] }

/** Exact figures as text, each above its bar; they stand there before the bars are drawn. */
function BarFigures({ description, bars }: BarFiguresProps) {
  return (
    <div className={classes.chart}>
      <ol className={classes.figures} aria-label={description}>
        {bars.map(({ name, figure }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name can come twice, and a bar has no state
          <li key={index} className={classes.figure} title={`${nameText(name)} ${shortened(figure, mostDigits)}`}>
            <span className={classes.name}>
              <PlainText text={shortened(name, mostDigits)} isOneLine />
            </span>
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
