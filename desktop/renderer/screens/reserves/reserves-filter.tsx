import { Group, Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { nameText } from '../../parts/name-text.tsx'
import { SearchInput } from '../../parts/search-input.tsx'
import { ShownCount } from '../../parts/shown-count.tsx'
import type { ReportProps } from './reserve-rows.ts'

/** Most choices drawn at once; typing narrows them down. */
const mostChoices = 100

export function ReservesFilter({ report, view, onView, shown }: ReportProps & { readonly shown: number }) {
  const { t } = useTranslation('reserves')
  const blockchains = useMemo(
    () =>
      [...new Set(report.map(({ blockchain }) => blockchain))]
        .sort()
        .map((value) => ({ value, label: nameText(value) })),
    [report],
  )
  return (
    <Group align="flex-end" gap="sm">
      <SearchInput
        label={t('search')}
        hint={t('searchHint')}
        value={view.text}
        onChange={(text) => onView({ ...view, text })}
      />
      <Select
        label={t('blockchain')}
        placeholder={t('allBlockchains')}
        data={blockchains}
        value={view.blockchain}
        onChange={(blockchain) => onView({ ...view, blockchain })}
        limit={mostChoices}
        searchable
        clearable
        w={220}
      />
      <ShownCount shown={shown} all={report.length} whole={t('rows', { count: report.length })} pb={8} />
    </Group>
  )
}
