import { Group, Kbd, NativeSelect, Text, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CustodianState } from '../../../../shared/custodians.ts'
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
  const search = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => search.current?.focus()]])
  const countOf = (filter: CustodianFilter) => rows.filter((row) => fits(row, filter)).length
  return (
    <Group align="flex-end" gap="md">
      <TextInput
        ref={search}
        type="search"
        label={t('search')}
        placeholder={t('searchHint')}
        leftSection={<Search size={16} aria-hidden />}
        rightSection={<Kbd aria-hidden>/</Kbd>}
        flex="1 1 220px"
        maw={420}
        spellCheck={false}
        autoComplete="off"
        value={view.search}
        onChange={({ currentTarget }) => onChange({ search: currentTarget.value })}
        onKeyDown={({ key }) => key === 'Escape' && onChange({ search: '' })}
      />
      <NativeSelect
        label={t('filter')}
        value={view.filter}
        onChange={({ currentTarget }) => onChange({ filter: currentTarget.value as CustodianFilter })}
        data={filters.map((value) => ({ value, label: `${t(`filters.${value}`)} (${countOf(value)})` }))}
      />
      <Text size="sm" c="dimmed" pb={8} role="status">
        {t('shown', { shown: shownCount, all: rows.length })}
      </Text>
    </Group>
  )
}
