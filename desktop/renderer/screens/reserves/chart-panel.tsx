import { Group, SegmentedControl, Select, Stack, Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportReservesModel } from '../../../../shared/reserves.ts'
import { visibleText } from '../../parts/visible-text.ts'
import { BarFigures } from './bar-figures.tsx'
import { amountBars, tellingToken, transactionBars } from './chart-bars.ts'
import type { BlockchainCount } from './counts.ts'

const mostChoices = 100

type ChartPanelProps = { readonly rows: readonly ReportReservesModel[]; readonly counts: readonly BlockchainCount[] }
type Kind = 'token' | 'transactions'

/** What can be compared honestly: one token on its blockchains, or numbers of transactions; never amounts of two tokens. */
export function ChartPanel({ rows, counts }: ChartPanelProps) {
  const { t } = useTranslation('reserves')
  const [kind, setKind] = useState<Kind>('token')
  const [chosen, setChosen] = useState<string | null>(null)
  const symbols = useMemo(() => [...new Set(rows.map(({ tokenSymbol }) => tokenSymbol))].sort(), [rows])
  const telling = useMemo(() => tellingToken(rows), [rows])
  const token = chosen !== null && symbols.includes(chosen) ? chosen : telling
  const { bars, leftOut } = useMemo(
    () => (kind === 'token' ? amountBars(rows, token) : transactionBars(counts)),
    [kind, rows, token, counts],
  )
  const isToken = kind === 'token'
  return (
    <Stack gap="xs" component="section" aria-label={t('chart')}>
      <Title order={2} size="h4">
        {t('chart')}
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
            data={symbols.map((value) => ({ value, label: visibleText(value) }))}
            value={token}
            onChange={setChosen}
            limit={mostChoices}
            allowDeselect={false}
            searchable
            w={160}
          />
        )}
      </Group>
      <BarFigures
        description={t('chartLabel', { what: isToken ? visibleText(token) : t('chartTransactions') })}
        bars={bars}
      />
      {leftOut > 0 && <Text size="xs">{t('leftOut', { count: leftOut })}</Text>}
    </Stack>
  )
}
