import { Select, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { nameText } from '../../parts/name-text.tsx'
import { useMay } from '../../session/session.ts'
import { useCustodianNames } from './use-custodian-names.ts'

/** Most choices drawn at once; typing narrows them down. */
const mostChoices = 100
const width = '1 1 180px'

type CustodianFieldProps = { readonly id: string; readonly onId: (id: string) => void }

/** Chosen by a name or an id; by its id alone where the token may not read the names. */
export function CustodianField({ id, onId }: CustodianFieldProps) {
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
