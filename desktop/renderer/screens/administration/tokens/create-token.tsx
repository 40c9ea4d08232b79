import { Alert, Button, Code, Group, Modal, NativeSelect, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { permissionsOf, type Role, scopeOf } from '../../../../../shared/roles.ts'
import { type OperatorToken, usualTokenDays } from '../../../../../shared/token-administration.ts'
import type { ConsoleFailure } from '../../../../bridge/failures.ts'
import { faultsOf, noFaults } from '../../../data/edits.ts'
import { useChange } from '../../../data/use-change.ts'
import { useTenantNames } from '../../../data/use-custodians.ts'
import { BusyButton } from '../../../parts/busy-button.tsx'
import { copyFrom } from '../../../parts/copy-button.tsx'
import { useSave } from '../../../parts/export-menu.tsx'
import { FailureNotice } from '../../../parts/failure-notice.tsx'
import { nameText } from '../../../parts/plain-text.tsx'
import { dayText, localDayOf } from '../../../parts/time-text.ts'
import { useTranslation } from '../../../parts/use-translation.ts'
import { client } from '../../../session/api.ts'
import { bridge } from '../../../session/bridge.ts'
import { useSession } from '../../../session/session.ts'
import { ExpiryField } from './token-dialogs.tsx'
import { endOfDay, grantableRoles } from './token-rows.ts'

type Draft = {
  readonly name: string
  /** Empty for the whole platform. */
  readonly tenantId: string
  readonly role: Role | null
  readonly day: string
  readonly addresses: string
}

const day = 24 * 60 * 60 * 1000

const linesOf = (text: string): readonly string[] =>
  text
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter(Boolean)

type Created = Pick<OperatorToken, 'id' | 'name'>

/** Creates a token, whose text is offered once; it is gone when the dialog closes or the console locks. */
export function CreateTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const [created, setCreated] = useState<Created | null>(null)
  const change = useChange(
    async ({ name, tenantId, role, day: until, addresses }: Draft) => {
      const allowedFrom = linesOf(addresses)
      const expiresAt = endOfDay(until, Date.now())
      setCreated(
        await client.tokens.create.mutate({
          name,
          tenantId: tenantId || null,
          ...(role && { role }),
          ...(allowedFrom.length > 0 && { allowedFrom: [...allowedFrom] }),
          ...(expiresAt && { expiresAt }),
        }),
      )
    },
    () => {},
  )
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(created ? 'tokens.onceTitle' : 'tokens.add')}
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={created === null}
      closeOnEscape={created === null}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {created ? (
        <OfferedOnce created={created} onDone={onClose} />
      ) : (
        <TokenForm onCreate={change.mutate} failure={change.failure} isPending={change.isPending} onClose={onClose} />
      )}
    </Modal>
  )
}

type OfferedOnceProps = { readonly created: Created; readonly onDone: () => void }

/** The ways out of main for the text of a created token; main forgets it with this dialog. */
function OfferedOnce({ created: { id, name }, onDone }: OfferedOnceProps) {
  const { t } = useTranslation('administration')
  const save = useSave()
  useEffect(() => () => void bridge.copy({ forget: 'created-token' }), [])
  return (
    <Stack gap="md">
      <Alert
        color="orange"
        variant="light"
        role="alert"
        icon={<KeyRound aria-hidden />}
        title={t('tokens.onceWarning')}
      >
        {t('tokens.onceText', { name: nameText(name) })}
      </Alert>
      <Text size="sm">{t('tokens.oncePath')}</Text>
      <Group gap="sm">
        <Button data-autofocus onClick={() => void copyFrom({ createdToken: id }, t('tokens.token'))}>
          {t('tokens.copy')}
        </Button>
        <Button variant="default" onClick={() => void save({ name: `operator-token-${id}.txt`, createdToken: id })}>
          {t('tokens.saveFile')}
        </Button>
        <Button variant="subtle" ml="auto" onClick={onDone}>
          {t('tokens.done')}
        </Button>
      </Group>
    </Stack>
  )
}

type TokenFormProps = {
  readonly onCreate: (draft: Draft) => void
  readonly failure: ConsoleFailure | null
  readonly isPending: boolean
  readonly onClose: () => void
}

const fields = ['name', 'tenantId', 'role', 'allowedFrom', 'expiresAt'] as const

function TokenForm({ onCreate, failure, isPending, onClose }: TokenFormProps) {
  const { t } = useTranslation('administration')
  const { draft, set, role, roles, ownTenant } = useDraft()
  const [isWrongDay, setWrongDay] = useState(false)
  const { faults, rest } = failure ? faultsOf(failure, fields) : noFaults
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isRight = endOfDay(draft.day, Date.now()) !== null
    setWrongDay(!isRight)
    if (isRight) onCreate({ ...draft, role })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
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
        <ScopeField
          tenantId={draft.tenantId}
          isFixed={ownTenant !== undefined}
          onTenant={(tenantId) => set({ tenantId })}
        />
        <RoleField roles={roles} role={role} tenantId={draft.tenantId} onRole={(next) => set({ role: next })} />
        <ExpiryField day={draft.day} onDay={(next) => set({ day: next })} isWrong={isWrongDay} />
        <AddressesField
          addresses={draft.addresses}
          error={faults.allowedFrom}
          onAddresses={(addresses) => set({ addresses })}
        />
        {failure && (Object.keys(faults).length === 0 || rest.length > 0) && <FailureNotice failure={failure} />}
        {failure?.changed === 'unknown' && <Text size="sm">{t('tokens.unknownCreate')}</Text>}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton type="submit" loading={isPending} disabled={role === null}>
            {t('tokens.add')}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}

/** What is entered; the role is one that can be granted in the chosen scope. */
function useDraft() {
  const session = useSession()
  const ownTenant = session?.tenant?.id
  const [draft, setDraft] = useState<Draft>(() => ({
    name: '',
    tenantId: ownTenant ?? '',
    role: null,
    day: dayText(localDayOf(new Date(Date.now() + usualTokenDays * day).toISOString())),
    addresses: '',
  }))
  const roles = grantableRoles(draft.tenantId || null, session?.permissions ?? [])
  const role = draft.role !== null && roles.includes(draft.role) ? draft.role : (roles[0] ?? null)
  return { draft, set: (changes: Partial<Draft>) => setDraft({ ...draft, ...changes }), role, roles, ownTenant }
}

type AddressesFieldProps = {
  readonly addresses: string
  readonly error: string | undefined
  readonly onAddresses: (addresses: string) => void
}

function AddressesField({ addresses, error, onAddresses }: AddressesFieldProps) {
  const { t } = useTranslation('administration')
  return (
    <Textarea
      label={t('tokens.addresses')}
      description={t('tokens.addressesHint')}
      autosize
      minRows={1}
      maxRows={6}
      spellCheck={false}
      value={addresses}
      error={error}
      onChange={({ currentTarget }) => onAddresses(currentTarget.value)}
    />
  )
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

type RoleFieldProps = {
  readonly roles: readonly Role[]
  readonly role: Role | null
  readonly tenantId: string
  readonly onRole: (role: Role) => void
}

/** The roles that can be granted, each with its purpose, and the permissions of the chosen one. */
function RoleField({ roles, role, tenantId, onRole }: RoleFieldProps) {
  const { t } = useTranslation('administration')
  if (role === null) return <Text size="sm">{t('tokens.noRole')}</Text>
  const granted = permissionsOf(role, scopeOf({ tenantId: tenantId || null }))
  return (
    <Stack gap="xs">
      <Radio.Group label={t('tokens.role')} value={role} onChange={(value) => onRole(value as Role)}>
        <Stack gap="xs" mt="xs">
          {roles.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`tokens.roles.${each}`)}
              description={t(`tokens.purpose.${each}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Group gap={6}>
        <Text size="sm" c="dimmed">
          {t('tokens.grants')}
        </Text>
        {granted.map((permission) => (
          <Code key={permission}>{permission}</Code>
        ))}
      </Group>
    </Stack>
  )
}
