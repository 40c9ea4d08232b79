import { Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { AuditKind, AuditRecord } from '../../../../shared/audit.ts'
import { audit } from '../../../words/en/audit.ts'
import { useCustodianNames } from '../../data/use-custodians.ts'
import { useOutcomeText } from '../../parts/outcome-badge.tsx'
import { nameText } from '../../parts/plain-text.tsx'
import { ShownCount } from '../../parts/shown-count.tsx'
import { dayOf, dayText } from '../../parts/time-text.ts'
import { useTranslation } from '../../parts/use-translation.ts'
import { useMay } from '../../session/session.ts'
import { type everything, isSearched, outcomesIn } from './audit-view.ts'

type View = typeof everything

type AuditFilterProps = {
  readonly view: View
  readonly onView: (view: View) => void
  readonly records: readonly AuditRecord[]
  readonly shown: number
  /** Whether the server has records that are not loaded. */
  readonly hasMore: boolean
}

const kinds = Object.keys(audit.kinds) as AuditKind[]

/** What the server is asked for, then what is looked for in what it answered. */
export function AuditFilterFields({ view, onView, records, shown, hasMore }: AuditFilterProps) {
  const { t } = useTranslation('audit')
  const outcomeText = useOutcomeText()
  const change = (changes: Partial<View>) => onView({ ...view, ...changes })
  return (
    <Stack gap="xs">
      <Group align="flex-start" gap="sm">
        <Select
          label={t('action')}
          placeholder={t('allActions')}
          data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={view.kind}
          onChange={(kind) => change({ kind })}
          clearable
          flex="1 1 124px"
        />
        <CustodianField id={view.custodianId} onId={(custodianId) => change({ custodianId })} />
        <TextInput
          label={t('operator')}
          placeholder={t('operatorHint')}
          value={view.actor}
          onChange={({ currentTarget }) => change({ actor: currentTarget.value })}
          flex="1 1 104px"
        />
        <Select
          label={t('outcome')}
          placeholder={t('allOutcomes')}
          data={outcomesIn(records).map((value) => ({ value, label: nameText(outcomeText(value)) }))}
          value={view.outcome}
          onChange={(outcome) => change({ outcome })}
          clearable
          flex="1 1 116px"
        />
        <Day label={t('since')} value={view.since} onDay={(since) => change({ since })} />
        <Day label={t('until')} value={view.until} onDay={(until) => change({ until })} />
      </Group>
      <Group gap="sm">
        <ShownCount shown={shown} all={records.length} whole={t('loaded', { count: records.length })} />
        {hasMore && isSearched(view) && (
          <Text size="sm" c="dimmed">
            {t('searched')}
          </Text>
        )}
      </Group>
    </Stack>
  )
}

type DayProps = { readonly label: string; readonly value: string; readonly onDay: (day: string) => void }

/** Written as in the table: the widget of the browser has an order of its own for day and month. */
function Day({ label, value, onDay }: DayProps) {
  const { t } = useTranslation('audit')
  const [typed, setTyped] = useState('')
  // A whole day that is not in the filter was cleared there.
  const text = value ? dayText(value) : dayOf(typed) ? '' : typed
  const take = (next: string) => {
    setTyped(next.trim())
    onDay(dayOf(next.trim()) ?? '')
  }
  return (
    <TextInput
      label={label}
      placeholder={t('dayHint')}
      inputMode="numeric"
      value={text}
      error={text !== '' && !dayOf(text) && t('dayWrong')}
      onChange={({ currentTarget }) => take(currentTarget.value)}
      flex="0 1 118px"
    />
  )
}

/** Most choices drawn at once; typing narrows them down. */
const mostChoices = 100
const width = '1 1 130px'

type CustodianFieldProps = { readonly id: string; readonly onId: (id: string) => void }

/** Chosen by a name or an id; by its id alone where the token may not read the names. */
function CustodianField({ id, onId }: CustodianFieldProps) {
  const { t } = useTranslation('audit')
  const names = useCustodianNames()
  const choices = useMemo(
    () => [...names].map(([value, name]) => ({ value, label: `${nameText(name)} · ${value}` })),
    [names],
  )
  if (useMay('custodians:read') === false) return <IdField id={id} onId={onId} />
  return (
    <Select
      label={t('members.custodianId')}
      placeholder={t('custodianHint')}
      data={choices}
      value={id || null}
      onChange={(chosen) => onId(chosen ?? '')}
      limit={mostChoices}
      selectFirstOptionOnChange
      comboboxProps={{ width: 320, position: 'bottom-start' }}
      searchable
      clearable
      flex={width}
    />
  )
}

function IdField({ id, onId }: CustodianFieldProps) {
  const { t } = useTranslation('audit')
  return (
    <TextInput
      label={t('custodian')}
      placeholder={t('custodianHint')}
      inputMode="numeric"
      value={id}
      error={/^([1-9]\d{0,18})?$/.test(id) ? null : t('custodianWrong')}
      onChange={({ currentTarget }) => onId(currentTarget.value.trim())}
      flex={width}
    />
  )
}
