import { Alert, Text, TextInput } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { OperatorToken } from '../../../../../shared/token-administration.ts'
import { useChange, useEdit } from '../../../data/use-change.ts'
import { ConfirmModal } from '../../../parts/confirm-modal.tsx'
import { ConflictNotice } from '../../../parts/conflict-notice.tsx'
import { FormModal } from '../../../parts/form-modal.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { nameText } from '../../../parts/plain-text.tsx'
import { dayText, localDayOf } from '../../../parts/time-text.ts'
import { useTranslation } from '../../../parts/use-translation.ts'
import { client } from '../../../session/api.ts'
import { AddressesField, ExpiryField, OwnerField } from './token-fields.tsx'
import { endOfDay, linesOf } from './token-rows.ts'

type DialogProps = { readonly token: OperatorToken; readonly onClose: () => void }

/** Changes who a token belongs to, the day with which it ends, and where it may be used from. */
export function EditTokenDialog({ token, onClose }: DialogProps) {
  const { t } = useTranslation('administration')
  const [isWrong, setWrong] = useState(false)
  const edit = useEdit(token, {
    valuesOf: ({ owner, expiresAt, allowedFrom }) => ({
      owner: owner ?? '',
      day: dayText(localDayOf(expiresAt)),
      addresses: allowedFrom?.join('\n') ?? '',
    }),
    send: (changed, version) => client.tokens.update.mutate({ tokenId: token.id, version, ...limitsIn(changed) }),
    onSaved: onClose,
  })
  const { values, set, changes, conflicts } = edit
  const submit = () => {
    if (!edit.isChanged) return onClose()
    const isRight = changes.day === undefined || endOfDay(changes.day, Date.now()) !== null
    setWrong(!isRight)
    if (isRight) edit.mutate(undefined)
  }
  return (
    <FormModal
      title={t('tokens.editNamed', { name: nameText(token.name) })}
      verb={t('save')}
      fields={['owner', 'allowedFrom']}
      isPending={edit.isPending}
      failure={edit.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {(faults) => (
        <>
          {conflicts && (
            <ConflictNotice
              rows={conflicts.map((row) => ({ ...row, label: t(labels[row.name]) }))}
              changes={{ kind: 'token.changed', member: 'tokenId', id: token.id }}
            />
          )}
          <Text size="sm">
            {t('tokens.currentExpiry')} <Moment at={edit.base.expiresAt} span size="sm" fw={600} />
          </Text>
          <OwnerField owner={values.owner} error={faults.owner} onOwner={(owner) => set('owner', owner)} />
          <ExpiryField day={values.day} onDay={(day) => set('day', day)} isWrong={isWrong} />
          <AddressesField
            addresses={values.addresses}
            failure={edit.failure}
            onAddresses={(addresses) => set('addresses', addresses)}
          />
        </>
      )}
    </FormModal>
  )
}

const labels = { owner: 'tokens.owner', day: 'tokens.expires', addresses: 'tokens.addresses' } as const

type ChangedLimits = { readonly owner?: string; readonly day?: string; readonly addresses?: string }

/** What is sent of the changed fields; no owner names no one, and no address at all means anywhere. */
function limitsIn({ owner, day, addresses }: ChangedLimits) {
  const ranges = addresses === undefined ? [] : linesOf(addresses)
  return {
    ...(owner !== undefined && { owner: owner.trim() || null }),
    ...(day !== undefined && { expiresAt: endOfDay(day, Date.now()) ?? '' }),
    ...(addresses !== undefined && { allowedFrom: ranges.length > 0 ? [...ranges] : null }),
  }
}

type SwitchProps = DialogProps & { readonly verb: 'disable' | 'enable' }

/** Asks before a token is refused until further notice, or works again. */
export function SwitchTokenDialog({ token, verb, onClose }: SwitchProps) {
  const { t } = useTranslation('administration')
  const { id: tokenId, version } = token
  const change = useChange(() => client.tokens[verb].mutate({ tokenId, version }), onClose)
  return (
    <ConfirmModal
      title={t(`objects.${verb}Confirm`, { name: nameText(token.name) })}
      verb={t(`objects.${verb}`)}
      {...(verb === 'disable' && { name: token.name })}
      {...change}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">{t(`tokens.${verb}Text`)}</Text>
      {token.isOwn && <OwnTokenNotice text={t('tokens.disableOwn')} />}
    </ConfirmModal>
  )
}

function OwnTokenNotice({ text }: { readonly text: string }) {
  return (
    <Alert color="orange" variant="light" icon={<TriangleAlert aria-hidden />}>
      {text}
    </Alert>
  )
}

/** Ends a token for good, with the reason. */
export function RevokeTokenDialog({ token, onClose }: DialogProps) {
  const { t } = useTranslation('administration')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const change = useChange(() => client.tokens.revoke.mutate({ tokenId: token.id, reason }), onClose)
  const confirm = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() !== '') change.mutate(undefined)
  }
  return (
    <ConfirmModal
      title={t('tokens.revokeTitle', { name: nameText(token.name) })}
      verb={t('tokens.revoke')}
      name={token.name}
      {...change}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{t('tokens.revokeText')}</Text>
      {token.isOwn && <OwnTokenNotice text={t('tokens.revokeOwn')} />}
      <TextInput
        data-autofocus
        label={t('reason')}
        description={t('tokens.reasonHint')}
        required
        maxLength={200}
        value={reason}
        error={isMissing && reason.trim() === '' ? t('reasonMissing') : null}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmModal>
  )
}
