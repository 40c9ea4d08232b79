import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Permission } from '../../../../../shared/permissions.ts'
import type { Role } from '../../../../../shared/roles.ts'
import { type OperatorToken, usualTokenDays } from '../../../../../shared/token-administration.ts'
import type { ConsoleFailure } from '../../../../bridge/failures.ts'
import { useChange } from '../../../data/use-change.ts'
import { useTenantNames } from '../../../data/use-custodians.ts'
import { DialogForm } from '../../../parts/form-modal.tsx'
import { nameText } from '../../../parts/plain-text.tsx'
import { SecretModal, SecretOffer } from '../../../parts/secret-offer.tsx'
import { dayText, localDayOf } from '../../../parts/time-text.ts'
import { useTranslation } from '../../../parts/use-translation.ts'
import { client } from '../../../session/api.ts'
import { useSession } from '../../../session/session.ts'
import { PermissionsField, RoleField } from './grant-fields.tsx'
import { AddressesField, ExpiryField, OwnerField } from './token-fields.tsx'
import { endOfDay, linesOf, type OfferedRole, offeredPermissions, offeredRoles } from './token-rows.ts'

type Draft = {
  readonly name: string
  /** Empty where no one is named. */
  readonly owner: string
  /** Empty for the whole platform. */
  readonly tenantId: string
  /** Null for single permissions alone. */
  readonly role: Role | null
  /** In addition to the role. */
  readonly permissions: readonly Permission[]
  readonly day: string
  readonly addresses: string
}

const day = 24 * 60 * 60 * 1000

type Created = Pick<OperatorToken, 'id' | 'name'>

/** Creates a token, whose text is offered once; it is gone when the dialog closes or the console locks. */
export function CreateTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const [created, setCreated] = useState<Created | null>(null)
  const change = useChange(
    async ({ name, owner, tenantId, role, permissions, day: until, addresses }: Draft) => {
      const allowedFrom = linesOf(addresses)
      const expiresAt = endOfDay(until, Date.now())
      setCreated(
        await client.tokens.create.mutate({
          name,
          ...(owner.trim() && { owner: owner.trim() }),
          tenantId: tenantId || null,
          ...(role && { role }),
          ...(permissions.length > 0 && { permissions: [...permissions] }),
          ...(allowedFrom.length > 0 && { allowedFrom: [...allowedFrom] }),
          ...(expiresAt && { expiresAt }),
        }),
      )
    },
    () => {},
  )
  return (
    <SecretModal title={t(created ? 'tokens.onceTitle' : 'tokens.add')} isOffered={created !== null} onClose={onClose}>
      {created ? (
        <OfferedOnce created={created} onDone={onClose} />
      ) : (
        <TokenForm onCreate={change.mutate} failure={change.failure} isPending={change.isPending} onClose={onClose} />
      )}
    </SecretModal>
  )
}

type OfferedOnceProps = { readonly created: Created; readonly onDone: () => void }

function OfferedOnce({ created: { id, name }, onDone }: OfferedOnceProps) {
  const { t } = useTranslation('administration')
  return (
    <SecretOffer
      source={{ of: 'token', id }}
      what={t('tokens.token')}
      fileName={`operator-token-${id}.txt`}
      texts={{
        warning: t('tokens.onceWarning'),
        handOver: t('tokens.onceText', { name: nameText(name) }),
        path: t('tokens.oncePath'),
        copy: t('tokens.copy'),
      }}
      onDone={onDone}
    />
  )
}

type TokenFormProps = {
  readonly onCreate: (draft: Draft) => void
  readonly failure: ConsoleFailure | null
  readonly isPending: boolean
  readonly onClose: () => void
}

const fields = ['name', 'owner', 'tenantId', 'role', 'permissions', 'allowedFrom', 'expiresAt'] as const

function TokenForm({ onCreate, failure, isPending, onClose }: TokenFormProps) {
  const { t } = useTranslation('administration')
  const { draft, set, roles, permissions, ownTenant } = useDraft()
  const [isWrongDay, setWrongDay] = useState(false)
  const submit = () => {
    const isRight = endOfDay(draft.day, Date.now()) !== null
    setWrongDay(!isRight)
    if (isRight) onCreate(draft)
  }
  return (
    <DialogForm
      verb={t('tokens.add')}
      fields={fields}
      isPending={isPending}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {(faults) => (
        <>
          <Text size="sm">{t('tokens.createAbout')}</Text>
          <TextInput
            data-autofocus
            label={t('tokens.holder')}
            description={t('tokens.holderHint')}
            required
            maxLength={64}
            value={draft.name}
            error={faults.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <OwnerField owner={draft.owner} error={faults.owner} onOwner={(owner) => set({ owner })} />
          <ScopeField
            tenantId={draft.tenantId}
            isFixed={ownTenant !== undefined}
            onTenant={(tenantId) => set({ tenantId })}
          />
          <RoleField roles={roles} role={draft.role} error={faults.role} onRole={(role) => set({ role })} />
          <PermissionsField
            offered={permissions}
            chosen={draft.permissions}
            error={faults.permissions}
            onChosen={(chosen) => set({ permissions: chosen })}
          />
          <ExpiryField day={draft.day} onDay={(next) => set({ day: next })} isWrong={isWrongDay} />
          <AddressesField
            addresses={draft.addresses}
            failure={failure}
            onAddresses={(addresses) => set({ addresses })}
          />
          {failure?.changed === 'unknown' && <Text size="sm">{t('tokens.unknownCreate')}</Text>}
        </>
      )}
    </DialogForm>
  )
}

/** Before a role was chosen, it is the first that can be granted. */
type Entered = Omit<Draft, 'role'> & { readonly role?: Role | null }

/** What is entered; role and permissions are such as can be granted in the chosen scope. */
function useDraft() {
  const session = useSession()
  const own = session?.permissions ?? []
  const ownTenant = session?.tenant?.id
  const [entered, setEntered] = useState<Entered>(() => ({
    name: '',
    owner: '',
    tenantId: ownTenant ?? '',
    permissions: [],
    day: dayText(localDayOf(new Date(Date.now() + usualTokenDays * day).toISOString())),
    addresses: '',
  }))
  const tenantId = entered.tenantId || null
  const roles = offeredRoles(tenantId, own)
  const role = grantedRole(entered.role, roles)
  const permissions = offeredPermissions({ tenantId, role }, own)
  const isFree = (wanted: Permission) =>
    permissions.some(({ permission, offer }) => permission === wanted && offer === 'free')
  const draft: Draft = { ...entered, role, permissions: entered.permissions.filter(isFree) }
  const set = (changes: Partial<Draft>) => setEntered({ ...entered, ...changes })
  return { draft, set, roles, permissions, ownTenant }
}

/** The chosen role while it can be granted. */
function grantedRole(chosen: Role | null | undefined, roles: readonly OfferedRole[]): Role | null {
  const grantable = roles.flatMap(({ role, lacking }) => (lacking.length === 0 ? [role] : []))
  if (chosen === null || (chosen && grantable.includes(chosen))) return chosen
  return grantable[0] ?? null
}

type ScopeFieldProps = {
  readonly tenantId: string
  readonly isFixed: boolean
  readonly onTenant: (tenantId: string) => void
}

function ScopeField({ tenantId, isFixed, onTenant }: ScopeFieldProps) {
  const { t } = useTranslation('administration')
  const names = useTenantNames()
  return (
    <NativeSelect
      label={t('tokens.scope')}
      value={tenantId}
      disabled={isFixed}
      data={[
        { value: '', label: t('tokens.platform') },
        ...[...names].map(([value, name]) => ({ value, label: nameText(name) })),
      ]}
      onChange={({ currentTarget }) => onTenant(currentTarget.value)}
    />
  )
}
