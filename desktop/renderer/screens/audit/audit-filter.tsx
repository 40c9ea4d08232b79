import { Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AuditKind, AuditRecord } from '../../../../shared/audit.ts'
import { nameText } from '../../parts/name-text.tsx'
import { ShownCount } from '../../parts/shown-count.tsx'
import { audit } from '../../words/en/audit.ts'
import classes from './audit.module.css'
import { type everything, isSearched, outcomesIn } from './audit-view.ts'
import { CustodianField } from './custodian-field.tsx'
import { useOutcomeText } from './use-outcome-text.ts'

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
export function AuditFilter({ view, onView, records, shown, hasMore }: AuditFilterProps) {
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
          flex="1 1 150px"
        />
        <CustodianField id={view.custodianId} onId={(custodianId) => change({ custodianId })} />
        <TextInput
          label={t('operator')}
          placeholder={t('operatorHint')}
          value={view.actor}
          onChange={({ currentTarget }) => change({ actor: currentTarget.value })}
          flex="1 1 120px"
        />
        <Select
          label={t('outcome')}
          placeholder={t('allOutcomes')}
          data={outcomesIn(records).map((value) => ({ value, label: nameText(outcomeText(value)) }))}
          value={view.outcome}
          onChange={(outcome) => change({ outcome })}
          clearable
          flex="1 1 130px"
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

function Day({ label, value, onDay }: DayProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={({ currentTarget }) => onDay(currentTarget.value)}
      flex="1 1 140px"
      {...(!value && { classNames: { input: classes.noDay ?? '' } })}
    />
  )
}
