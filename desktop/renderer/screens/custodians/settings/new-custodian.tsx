import { Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { ProviderId } from '../../../../../shared/providers.ts'
import { faultsOf, noFaults } from '../../../data/edits.ts'
import { useCreation } from '../../../data/use-change.ts'
import { useCustodians, useTenantNames } from '../../../data/use-custodians.ts'
import { BusyButton } from '../../../parts/busy-button.tsx'
import { FailureNotice } from '../../../parts/failure-notice.tsx'
import { nameText } from '../../../parts/plain-text.tsx'
import { ScreenFrame } from '../../../parts/screen-frame.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { client } from '../../../session/api.ts'
import { useMay, useSession } from '../../../session/session.ts'
import { BaseUrlField, ProviderField } from './provider-fields.tsx'

type Draft = {
  readonly tenantId: string
  readonly name: string
  readonly provider: ProviderId
  readonly baseUrl: string
}

const empty: Draft = { tenantId: '', name: '', provider: 'copper', baseUrl: '' }

/** Adds a custodian, and goes to it. */
export function NewCustodianScreen() {
  const { t } = useTranslation('administration')
  const isLacking = useMay('custodians:write') === false
  return (
    <ScreenFrame title={t('custodian.add')} about={t('custodian.addAbout')}>
      {isLacking ? <Text size="sm">{t('common:lacks', { permission: 'custodians:write' })}</Text> : <NewCustodian />}
    </ScreenFrame>
  )
}

function NewCustodian() {
  const { t } = useTranslation('administration')
  const navigate = useNavigate()
  const ownTenant = useSession()?.tenant?.id
  const [draft, setDraft] = useState(empty)
  const values = { ...draft, tenantId: ownTenant ?? draft.tenantId }
  const set = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  const sent = { ...values, baseUrl: values.baseUrl.trim() || null }
  const entries = Object.entries(sent) as [keyof typeof sent, string | null][]
  const { mutate, isPending, failure } = useCreation(
    {
      known: useCustodians().data?.map(({ id }) => id),
      mayChooseId: ownTenant === undefined,
      send: (id) => client.custodians.create.mutate({ ...sent, ...(id && { id }) }),
      read: (custodianId) => client.custodians.get.query({ custodianId }),
      idsNow: async () => (await client.custodians.list.query({})).map(({ id }) => id),
      isWanted: (made) => entries.every(([member, value]) => made[member] === value),
    },
    ({ id }) => void navigate({ to: '/custodians/$custodianId', params: { custodianId: id } }),
  )
  const { faults, rest } = failure ? faultsOf(failure, Object.keys(values)) : noFaults
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate(undefined)
  }
  return (
    <Paper withBorder p="lg" maw={760}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TenantField
            tenantId={values.tenantId}
            isFixed={ownTenant !== undefined}
            error={faults.tenantId}
            onChange={(tenantId) => set({ tenantId })}
          />
          <TextInput
            label={t('name')}
            required
            maxLength={200}
            value={draft.name}
            error={faults.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <ProviderField
            provider={draft.provider}
            error={faults.provider}
            onProvider={(provider) => set({ provider: provider as ProviderId })}
          />
          <BaseUrlField baseUrl={draft.baseUrl} error={faults.baseUrl} onBaseUrl={(baseUrl) => set({ baseUrl })} />
          {failure && (Object.keys(faults).length === 0 || rest.length > 0) && <FailureNotice failure={failure} />}
          <Group>
            <BusyButton type="submit" loading={isPending}>
              {t('custodian.add')}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

type TenantFieldProps = {
  readonly tenantId: string
  readonly isFixed: boolean
  readonly error: string | undefined
  readonly onChange: (tenantId: string) => void
}

/** Chosen by name where the token may read names, else by ID. */
function TenantField({ tenantId, isFixed, error, onChange }: TenantFieldProps) {
  const { t } = useTranslation('administration')
  const names = useTenantNames()
  if (names.size === 0)
    return (
      <TextInput
        label={t('custodian.tenantId')}
        required
        inputMode="numeric"
        value={tenantId}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
      />
    )
  return (
    <NativeSelect
      label={t('custodian.tenant')}
      required
      value={tenantId}
      disabled={isFixed}
      error={error}
      data={[
        { value: '', label: t('custodian.chooseTenant') },
        ...[...names].map(([value, name]) => ({ value, label: nameText(name) })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
