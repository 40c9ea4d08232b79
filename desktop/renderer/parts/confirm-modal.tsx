import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ConsoleFailure } from '../../bridge/failures.ts'
import { useActiveProfile } from '../session/console-state.ts'
import { BusyButton } from './busy-button.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { PlainText } from './plain-text.tsx'
import { useTranslation } from './use-translation.ts'

type ConfirmModalProps = {
  readonly title: string
  readonly verb: string
  /** What has to be typed in production; absent where a button is enough. */
  readonly name?: string
  readonly isPending: boolean
  readonly failure: ConsoleFailure | null
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks before something that takes effect at once; its failure is shown where it was asked. */
export function ConfirmModal({ title, onClose, ...question }: ConfirmModalProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Question onClose={onClose} {...question} />
    </Modal>
  )
}

function Question({ verb, name, isPending, failure, onConfirm, onClose, children }: Omit<ConfirmModalProps, 'title'>) {
  const { t } = useTranslation('administration')
  const isTypedHere = (useActiveProfile()?.environment.isProduction ?? true) && name !== undefined
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const isRight = !isTypedHere || typed.trim() === name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRight) onConfirm()
    else setRefused(true)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {children}
        {isTypedHere && (
          <TextInput
            data-autofocus
            label={
              <>
                {t('typeName')} <PlainText text={name} />
              </>
            }
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            error={isRefused && !isRight ? t('wrongName') : null}
          />
        )}
        {failure && <FailureNotice failure={failure} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton type="submit" color="red" loading={isPending}>
            {verb}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
