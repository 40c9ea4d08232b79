import { Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Tenant } from '../../../../shared/tenants.ts'
import { useChange, useCreation, useEdit } from '../../data/use-change.ts'
import { ConfirmModal } from '../../parts/confirm-modal.tsx'
import { ConflictNotice } from '../../parts/conflict-notice.tsx'
import { FormModal } from '../../parts/form-modal.tsx'
import { nameText } from '../../parts/plain-text.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { client } from '../../session/api.ts'

export type TenantDialogKind = 'add' | 'rename' | 'disable' | 'enable' | 'delete'

type TenantDialogProps = {
  readonly kind: TenantDialogKind
  /** Null for a new one. */
  readonly tenant: Tenant | null
  readonly tenants: readonly Tenant[] | undefined
  readonly onClose: () => void
}

/** One change of a tenant. */
export function TenantDialog({ kind, tenant, tenants, onClose }: TenantDialogProps) {
  if (tenant === null || kind === 'add') return <AddTenant tenants={tenants} onClose={onClose} />
  if (kind === 'rename') return <RenameTenant tenant={tenant} onClose={onClose} />
  return <AskTenant kind={kind} tenant={tenant} onClose={onClose} />
}

type OfTenant = { readonly tenant: Tenant; readonly onClose: () => void }

function AddTenant({ tenants, onClose }: Pick<TenantDialogProps, 'tenants' | 'onClose'>) {
  const { t } = useTranslation('administration')
  const [name, setName] = useState('')
  const change = useCreation(
    {
      known: tenants?.map(({ id }) => id),
      mayChooseId: true,
      send: (id) => client.tenants.create.mutate({ name, ...(id && { id }) }),
      read: (tenantId) => client.tenants.get.query({ tenantId }),
      isWanted: (made) => made.name === name,
    },
    onClose,
  )
  return (
    <NameDialog
      title={t('tenants.add')}
      verb={t('create')}
      name={name}
      onName={setName}
      onSave={() => change.mutate(undefined)}
      onClose={onClose}
      change={change}
    />
  )
}

function RenameTenant({ tenant, onClose }: OfTenant) {
  const { t } = useTranslation('administration')
  const edit = useEdit(tenant, {
    valuesOf: ({ name }) => ({ name }),
    send: (changes, version) => client.tenants.update.mutate({ tenantId: tenant.id, version, ...changes }),
    onSaved: onClose,
  })
  return (
    <NameDialog
      title={t('tenants.renameNamed', { name: nameText(tenant.name) })}
      verb={t('save')}
      name={edit.values.name}
      onName={(name) => edit.set('name', name)}
      onSave={() => edit.mutate(undefined)}
      onClose={onClose}
      change={edit}
    >
      {edit.conflicts && (
        <ConflictNotice
          rows={edit.conflicts.map((row) => ({ ...row, label: t('name') }))}
          changes={{ kind: 'tenant.changed', member: 'tenantId', id: tenant.id }}
        />
      )}
    </NameDialog>
  )
}

type NameDialogProps = {
  readonly title: string
  readonly verb: string
  readonly name: string
  readonly onName: (name: string) => void
  readonly onSave: () => void
  readonly onClose: () => void
  readonly change: Pick<ReturnType<typeof useChange>, 'isPending' | 'failure'>
  readonly children?: ReactNode
}

function NameDialog({ name, onName, onSave, change, children, ...form }: NameDialogProps) {
  const { t } = useTranslation('administration')
  return (
    <FormModal fields={['name']} {...form} {...change} onSubmit={onSave}>
      {(faults) => (
        <>
          {children}
          <TextInput
            data-autofocus
            label={t('name')}
            maxLength={200}
            value={name}
            error={faults.name}
            onChange={({ currentTarget }) => onName(currentTarget.value)}
          />
        </>
      )}
    </FormModal>
  )
}

type AskTenantProps = OfTenant & { readonly kind: 'disable' | 'enable' | 'delete' }

/** Asks before a tenant is disabled, enabled or deleted; only enabling needs no typed name. */
function AskTenant({ kind, tenant, onClose }: AskTenantProps) {
  const { t } = useTranslation('administration')
  const { id: tenantId, version } = tenant
  const name = nameText(tenant.name)
  const change = useChange(() => client.tenants[kind].mutate({ tenantId, version }), onClose)
  return (
    <ConfirmModal
      title={t(`objects.${kind}Confirm`, { name })}
      verb={t(`objects.${kind}`)}
      {...(kind !== 'enable' && { name: tenant.name })}
      {...change}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">{t(`tenants.${kind}Text`)}</Text>
      {change.failure?.code === 'InUse' && <Text size="sm">{t('tenants.inUse')}</Text>}
    </ConfirmModal>
  )
}
