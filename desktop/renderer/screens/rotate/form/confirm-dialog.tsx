import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainText } from '../../../parts/plain-text.tsx'
import { useActiveProfile } from '../../../session/console-state.ts'
import type { Rotatable } from '../rotatable.ts'
import { ConfirmFacts } from './confirm-facts.tsx'
import { isTyped, nameToType } from './typed-name.ts'

type ConfirmDialogProps = {
  readonly custodian: Rotatable
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks once more, naming what is rotated and where; in production the name has to be typed. */
export function ConfirmDialog({ isOpen, onClose, ...props }: ConfirmDialogProps) {
  const { t } = useTranslation('rotate')
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('confirm.title')}
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
      returnFocus={false}
      size="lg"
    >
      <Confirmation onClose={onClose} {...props} />
    </Modal>
  )
}

/** Its own component, so that each opening begins with an empty field. */
function Confirmation({ custodian, onClose, onConfirm }: Omit<ConfirmDialogProps, 'isOpen'>) {
  const { t } = useTranslation('rotate')
  const isProduction = useActiveProfile()?.environment.isProduction ?? true
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isRight = !isProduction || isTyped(typed, custodian)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRight) onConfirm()
    else {
      setRefused(true)
      field.current?.focus()
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ConfirmFacts custodian={custodian} />
        <Text size="sm">{t(custodian.credentialVersion ? 'confirm.consequence' : 'confirm.first')}</Text>
        {isProduction && (
          <Alert color="red" variant="light" icon={<TriangleAlert aria-hidden />} title={t('confirm.production')}>
            <TextInput
              ref={field}
              data-autofocus
              label={
                <>
                  {t('confirm.type')} <PlainText text={nameToType(custodian)} />
                </>
              }
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              error={isRefused && !isRight ? t('confirm.wrongName') : null}
            />
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('confirm.cancel')}
          </Button>
          <Button type="submit" {...(isProduction ? { color: 'red' } : { 'data-autofocus': true })}>
            {t('confirm.go')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
