import { Group, Paper, SegmentedControl, Select, Stack, Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportReservesModel } from '../../../../shared/reserves.ts'
import { nameText } from '../../parts/name-text.tsx'
import { BarFigures } from './bar-figures.tsx'
import { amountBars, tellingToken, transactionBars } from './chart-bars.ts'
import type { BlockchainCount } from './counts.ts'

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
