import { Alert, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { AdministeredCustodian } from '../../../../../shared/custodians.ts'
import type { ProviderId } from '../../../../../shared/providers.ts'
import { faultsOf, noFaults } from '../../../data/edits.ts'
import { useEdit } from '../../../data/use-change.ts'
import { announce } from '../../../parts/announcer.tsx'
import { BusyButton } from '../../../parts/busy-button.tsx'
import { ConflictNotice } from '../../../parts/conflict-notice.tsx'
import { FailureNotice } from '../../../parts/failure-notice.tsx'
import { PlainText } from '../../../parts/plain-text.tsx'
import { Section } from '../../../parts/section.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { client } from '../../../session/api.ts'
import { BaseUrlField, ProviderField } from './provider-fields.tsx'

type Values = { readonly name: string; readonly provider: string; readonly baseUrl: string | null }

const valuesOf = ({ name, provider, baseUrl }: AdministeredCustodian): Values => ({ name, provider, baseUrl })

const hostOf = (url: string | null): string | null => (url !== null && URL.canParse(url) ? new URL(url).host : url)

/** The form's state; the choice to forget the pinned account is sent with the changes. */
function useCustodianEdit(custodian: AdministeredCustodian) {
  const { t } = useTranslation('administration')
  const [forget, setForget] = useState(false)
  const edit = useEdit(custodian, {
    valuesOf,
    send: (changes, version) =>
      client.custodians.update.mutate({
        custodianId: custodian.id,
        version,
        ...(changes as Partial<Values & { provider: ProviderId }>),
        ...(forget && { forgetPinnedAccount: true }),
      }),
    onSaved: () => {
      setForget(false)
      announce(t('saved'))
    },
  })
  return { ...edit, forget, setForget }
}

/** Edits name, provider and base URL, and says what another host means for the pinned account. */
export function CustodianForm({ custodian }: { readonly custodian: AdministeredCustodian }) {
  const { t } = useTranslation('administration')
  const { forget, setForget, ...edit } = useCustodianEdit(custodian)
  const { base, values, set, conflicts, failure, isPending } = edit
  const { faults, rest } = failure ? faultsOf(failure, Object.keys(values)) : noFaults
  const isFixed = base.credentialVersion > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    edit.mutate(undefined)
  }
  return (
    <Section title={t('custodian.details')}>
      <form onSubmit={submit} noValidate aria-label={t('custodian.details')}>
        <Stack gap="md">
          {conflicts && (
            <ConflictNotice
              rows={conflicts.map((row) => ({ ...row, label: t(labels[row.name]) }))}
              changes={{ kind: 'custodian.changed', member: 'custodianId', id: custodian.id }}
            />
          )}
          <TextInput
            label={t('name')}
            maxLength={200}
            value={values.name}
            disabled={base.disabled}
            error={faults.name}
            onChange={({ currentTarget }) => set('name', currentTarget.value)}
          />
          <ProviderField
            provider={values.provider}
            isFixed={isFixed}
            isOff={base.disabled}
            error={faults.provider}
            onProvider={(provider) => set('provider', provider)}
          />
          <BaseUrlField
            baseUrl={values.baseUrl ?? ''}
            isOff={base.disabled}
            error={faults.baseUrl}
            onBaseUrl={(baseUrl) => set('baseUrl', baseUrl.trim() || null)}
          />
          {isFixed && hostOf(values.baseUrl) !== hostOf(base.baseUrl) && <OtherHost />}
          <PinnedAccount account={base.providerAccount} forget={forget} onForget={setForget} isOff={base.disabled} />
          {failure && (Object.keys(faults).length === 0 || rest.length > 0) && <FailureNotice failure={failure} />}
          <Group>
            <BusyButton type="submit" loading={isPending} disabled={base.disabled || !(edit.isChanged || forget)}>
              {t('save')}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

const labels = { name: 'name', provider: 'custodian.provider', baseUrl: 'custodian.baseUrl' } as const

function OtherHost() {
  const { t } = useTranslation('administration')
  return (
    <Alert color="orange" variant="light" title={t('custodian.otherHost')} icon={<TriangleAlert aria-hidden />}>
      {t('custodian.otherHostText')}
    </Alert>
  )
}

type PinnedAccountProps = {
  readonly account: string | null
  readonly forget: boolean
  readonly onForget: (forget: boolean) => void
  readonly isOff: boolean
}

/** The account that new keys must belong to, and the explicit choice to forget it. */
function PinnedAccount({ account, forget, onForget, isOff }: PinnedAccountProps) {
  const { t } = useTranslation('administration')
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {t('custodian.pinned')}
      </Text>
      <Text size="sm" {...(account !== null && { ff: 'monospace' })}>
        {account === null ? t('custodian.pinnedNone') : <PlainText text={account} />}
      </Text>
      {account !== null && (
        <Checkbox
          label={t('custodian.forget')}
          description={t('custodian.forgetHint')}
          checked={forget}
          disabled={isOff}
          onChange={({ currentTarget }) => onForget(currentTarget.checked)}
        />
      )}
    </Stack>
  )
}
