import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { longestTokenDays, type OperatorToken } from '../../../../../shared/token-administration.ts'
import { useChange, useEdit } from '../../../data/use-change.ts'
import { BusyButton } from '../../../parts/busy-button.tsx'
import { ConfirmModal } from '../../../parts/confirm-modal.tsx'
import { ConflictNotice } from '../../../parts/conflict-notice.tsx'
import { FailureNotice } from '../../../parts/failure-notice.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { nameText } from '../../../parts/plain-text.tsx'
import { dayText, localDayOf } from '../../../parts/time-text.ts'
import { useTranslation } from '../../../parts/use-translation.ts'
import { client } from '../../../session/api.ts'
import { endOfDay } from './token-rows.ts'

type DialogProps = { readonly token: OperatorToken; readonly onClose: () => void }

/** Changes the day with which a token ends. */
export function ExtendTokenDialog({ token, onClose }: DialogProps) {
  const { t } = useTranslation('administration')
  const [isWrong, setWrong] = useState(false)
  const edit = useEdit(token, {
    valuesOf: ({ expiresAt }) => ({ day: dayText(localDayOf(expiresAt)) }),
    send: ({ day = '' }, version) =>
      client.tokens.update.mutate({ tokenId: token.id, version, expiresAt: endOfDay(day, Date.now()) ?? '' }),
    onSaved: onClose,
  })
  const { values, set, conflicts, failure, isPending } = edit
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!edit.isChanged) return onClose()
    const isRight = endOfDay(values.day, Date.now()) !== null
    setWrong(!isRight)
    if (isRight) edit.mutate(undefined)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('tokens.extendTitle', { name: nameText(token.name) })}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {conflicts && <ConflictNotice rows={conflicts.map((row) => ({ ...row, label: t('tokens.expires') }))} />}
          <Text size="sm">
            {t('tokens.currentExpiry')} <Moment at={edit.base.expiresAt} span size="sm" fw={600} />
          </Text>
          <ExpiryField day={values.day} onDay={(day) => set('day', day)} isWrong={isWrong} />
          {failure && <FailureNotice failure={failure} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <BusyButton type="submit" loading={isPending}>
              {t('save')}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

type ExpiryFieldProps = {
  readonly day: string
  readonly onDay: (day: string) => void
  readonly isWrong: boolean
}

/** The last day on which a token works. */
export function ExpiryField({ day, onDay, isWrong }: ExpiryFieldProps) {
  const { t } = useTranslation('administration')
  return (
    <TextInput
      label={t('tokens.expires')}
      description={t('tokens.expiresHint', { count: longestTokenDays })}
      autoComplete="off"
      value={day}
      error={isWrong ? t('tokens.dateWrong') : null}
      onChange={({ currentTarget }) => onDay(currentTarget.value.trim())}
    />
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
      {...change}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{t('tokens.revokeText')}</Text>
      {token.isOwn && (
        <Alert color="orange" variant="light" icon={<TriangleAlert aria-hidden />}>
          {t('tokens.revokeOwn')}
        </Alert>
      )}
      <TextInput
        data-autofocus
        label={t('tokens.reason')}
        description={t('tokens.reasonHint')}
        required
        maxLength={200}
        value={reason}
        error={isMissing && reason.trim() === '' ? t('tokens.reasonMissing') : null}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmModal>
  )
}
