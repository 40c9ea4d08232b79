import { Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type AuditKind, AuditOutcome } from '../../../../shared/audit.ts'
import { audit } from '../../../words/en/audit.ts'
import { useCustodianNames } from '../../data/use-custodians.ts'
import { useOutcomeText } from '../../parts/outcome-badge.tsx'
import { nameText } from '../../parts/plain-text.tsx'
import { dayOf, dayText } from '../../parts/time-text.ts'
import { useTranslation } from '../../parts/use-translation.ts'
import { useMay } from '../../session/session.ts'
import { type AuditQuestion, isTraceId } from './audit-view.ts'

type AuditFilterProps = {
  readonly view: AuditQuestion
  readonly onView: (view: AuditQuestion) => void
  /** Records that are loaded; the server may have more that match. Null before the first answer. */
  readonly loaded: number | null
}

const kinds = Object.keys(audit.kinds) as AuditKind[]

/** What the server is asked for. */
export function AuditFilterFields({ view, onView, loaded }: AuditFilterProps) {
  const { t } = useTranslation('audit')
  const outcomeText = useOutcomeText()
  const change = (changes: Partial<AuditQuestion>) => onView({ ...view, ...changes })
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
          maxLength={256}
          value={view.operator}
          onChange={({ currentTarget }) => change({ operator: currentTarget.value })}
          flex="1 1 104px"
        />
        <Select
          label={t('outcome')}
          placeholder={t('allOutcomes')}
          data={AuditOutcome.options.map((value) => ({ value, label: outcomeText(value) }))}
          value={view.outcome}
          onChange={(outcome) => change({ outcome })}
          clearable
          flex="1 1 116px"
        />
        <TextInput
          label={t('traceId')}
          placeholder={t('traceIdHint')}
          value={view.traceId}
          error={!isTraceId(view.traceId) && t('traceIdWrong')}
          onChange={({ currentTarget }) => change({ traceId: currentTarget.value })}
          flex="1 1 150px"
        />
        <Day label={t('since')} value={view.since} onDay={(since) => change({ since })} />
        <Day label={t('until')} value={view.until} onDay={(until) => change({ until })} />
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {loaded === null ? '\u00a0' : t('loaded', { count: loaded })}
      </Text>
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
      flex="0 0 132px"
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
      label={t('custodian')}
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
      label={t('members.custodianId')}
      placeholder={t('custodianHint')}
      inputMode="numeric"
      value={id}
      error={/^([1-9]\d{0,18})?$/.test(id) ? null : t('custodianWrong')}
      onChange={({ currentTarget }) => onId(currentTarget.value.trim())}
      flex={width}
    />
  )
}
