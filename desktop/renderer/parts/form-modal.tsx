import { Button, Group, Modal, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { ConsoleFailure } from '../../bridge/failures.ts'
import { type Faults, faultsOf, noFaults } from '../data/edits.ts'
import { BusyButton } from './busy-button.tsx'
import { FailureNotice } from './failure-notice.tsx'
import classes from './form-modal.module.css'
import { useTranslation } from './use-translation.ts'

type DialogFormProps = {
  readonly verb: string
  /** The members that have a field of their own, which says what the server refuses of them. */
  readonly fields: readonly string[]
  readonly isPending: boolean
  readonly failure: ConsoleFailure | null
  readonly isOff?: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: (faults: Faults['faults']) => ReactNode
}

/** The form of a dialog; what no field says of a failure is below the fields. */
export function DialogForm({
  verb,
  fields,
  isPending,
  failure,
  isOff = false,
  onSubmit,
  onClose,
  children,
}: DialogFormProps) {
  const { t } = useTranslation('administration')
  const { faults, rest } = failure ? faultsOf(failure, fields) : noFaults
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {children(faults)}
        {failure && (Object.keys(faults).length === 0 || rest.length > 0) && <FailureNotice failure={failure} />}
        <Group justify="flex-end" gap="sm" className={classes.foot ?? ''}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton type="submit" loading={isPending} disabled={isOff}>
            {verb}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}

/** A dialog that is one form. */
export function FormModal({ title, ...form }: DialogFormProps & { readonly title: string }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={form.onClose}
      title={title}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <DialogForm {...form} />
    </Modal>
  )
}
