import { Group, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CustodianState } from '../../../../shared/custodians.ts'
import { numberText } from '../../parts/number-text.ts'
import { SearchInput } from '../../parts/search-input.tsx'
import { ShownCount } from '../../parts/shown-count.tsx'
import { type CustodianFilter, type CustodianRow, type CustodiansView, fits } from './custodian-rows.ts'

type ToolbarProps = {
  readonly rows: readonly CustodianRow[]
  readonly shownCount: number
  readonly view: CustodiansView
  readonly onChange: (changes: Partial<CustodiansView>) => void
}

const filters: readonly CustodianFilter[] = ['all', 'due', ...CustodianState.options]

/** Search, filter, and how many of how many are shown. */
export function CustodiansToolbar({ rows, shownCount, view, onChange }: ToolbarProps) {
  const { t } = useTranslation('custodians')
  const countOf = (filter: CustodianFilter) => rows.filter((row) => fits(row, filter)).length
  return (
    <Group align="flex-end" gap="md">
      <SearchInput
        label={t('search')}
        hint={t('searchHint')}
        value={view.search}
        onChange={(search) => onChange({ search })}
      />
      <NativeSelect
        label={t('filter')}
        value={view.filter}
        onChange={({ currentTarget }) => onChange({ filter: currentTarget.value as CustodianFilter })}
        data={filters.map((value) => ({ value, label: `${t(`filters.${value}`)} (${numberText(countOf(value))})` }))}
      />
      <ShownCount shown={shownCount} all={rows.length} whole={t('count', { count: rows.length })} pb={8} />
    </Group>
  )
}
