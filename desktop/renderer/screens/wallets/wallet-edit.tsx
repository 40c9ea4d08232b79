import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { AdministeredWallet } from '../../../../shared/wallets.ts'
import { faultsOf, noFaults } from '../../data/edits.ts'
import { useEdit } from '../../data/use-change.ts'
import { announce } from '../../parts/announcer.tsx'
import { BusyButton } from '../../parts/busy-button.tsx'
import { ConflictNotice } from '../../parts/conflict-notice.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { api, client } from '../../session/api.ts'
import { useMay } from '../../session/session.ts'

/** The way to change what is local of a wallet, for tokens that may; the wallet is read once it is taken. */
export function WalletEdit({ walletId }: { readonly walletId: string }) {
  const { t } = useTranslation('wallets')
  const [isOpen, setOpen] = useState(false)
  const isOffered = useMay('wallets:write') === true
  const query = useQuery(api.wallets.get.queryOptions({ walletId }, { enabled: isOffered && isOpen }))
  if (!isOffered) return null
  if (isOpen)
    return (
      <QueryView query={query} what={t('edit.reads')}>
        {(wallet) => <WalletForm wallet={wallet} />}
      </QueryView>
    )
  return (
    <Button variant="default" size="xs" w="fit-content" onClick={() => setOpen(true)}>
      {t('edit.open')}
    </Button>
  )
}

type Values = { readonly label: string | null; readonly treasury: string }

const valuesOf = ({ label, isTreasuryEnabled }: AdministeredWallet): Values => ({
  label,
  treasury: isTreasuryEnabled ? 'yes' : 'no',
})

function useWalletEdit(wallet: AdministeredWallet) {
  const { t } = useTranslation('administration')
  return useEdit(wallet, {
    valuesOf,
    send: ({ label, treasury }, version) =>
      client.wallets.update.mutate({
        walletId: wallet.id,
        version,
        ...(label !== undefined && { label }),
        ...(treasury !== undefined && { isTreasuryEnabled: treasury === 'yes' }),
      }),
    onSaved: () => announce(t('saved')),
  })
}

/** Edits the label and the treasury flag; everything else of a wallet comes from imports. */
function WalletForm({ wallet }: { readonly wallet: AdministeredWallet }) {
  const { t } = useTranslation('wallets')
  const { values, set, conflicts, failure, isChanged, isPending, mutate } = useWalletEdit(wallet)
  const { faults, rest } = failure ? faultsOf(failure, ['label']) : noFaults
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged) mutate(undefined)
  }
  return (
    <form onSubmit={submit} noValidate aria-label={t('edit.open')}>
      <Stack gap="md">
        {conflicts && <Conflicts conflicts={conflicts} walletId={wallet.id} />}
        <TextInput
          autoFocus
          label={t('edit.label')}
          description={t('edit.hint')}
          maxLength={200}
          value={values.label ?? ''}
          error={faults.label}
          onChange={({ currentTarget }) => set('label', currentTarget.value || null)}
        />
        <Checkbox
          label={t('treasury')}
          checked={values.treasury === 'yes'}
          onChange={({ currentTarget }) => set('treasury', currentTarget.checked ? 'yes' : 'no')}
        />
        {failure && (faults.label === undefined || rest.length > 0) && <FailureNotice failure={failure} />}
        <Group>
          <BusyButton type="submit" loading={isPending} disabled={!isChanged}>
            {t('administration:save')}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}

type ConflictsProps = {
  readonly conflicts: NonNullable<ReturnType<typeof useWalletEdit>['conflicts']>
  readonly walletId: string
}

function Conflicts({ conflicts, walletId }: ConflictsProps) {
  const { t } = useTranslation('wallets')
  const said = (value: string | null) => value && t(value === 'yes' ? 'yes' : 'no')
  const rows = conflicts.map(({ name, before, now, yours }) =>
    name === 'label'
      ? { label: t('edit.label'), before, now, yours }
      : { label: t('treasury'), before: said(before), now: said(now), yours: said(yours) },
  )
  return <ConflictNotice rows={rows} changes={{ kind: 'wallet.changed', member: 'walletId', id: walletId }} />
}
