import { Group, Stack, Text, Title } from '@mantine/core'
import { KeyRound, ShieldCheck } from 'lucide-react'
import type { FormEvent } from 'react'
import { providers } from '../../../../../shared/providers.ts'
import { BusyButton } from '../../../parts/busy-button.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { useActiveProfile } from '../../../session/console-state.ts'
import type { RotationState } from '../progress/use-rotation.ts'
import type { Rotatable } from '../rotatable.ts'
import { KeyField } from './key-field.tsx'
import type { useKeyFields } from './use-key-fields.ts'

type RotateFormProps = {
  readonly custodian: Rotatable
  readonly fields: ReturnType<typeof useKeyFields>
  readonly busy: RotationState['busy']
  /** Whether the confirmation is open. */
  readonly isAsking: boolean
  readonly onValidate: () => void
  readonly onRotate: () => void
}

/** The fields of the custodian's provider. */
export function RotateForm({ custodian, fields, busy, isAsking, onValidate, onRotate }: RotateFormProps) {
  const { t } = useTranslation('rotate')
  const { title: provider, apiKey, secretApiKey } = providers[custodian.provider]
  const isProduction = useActiveProfile()?.environment.isProduction ?? true
  const isBusy = busy !== null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) onRotate()
  }
  return (
    <form onSubmit={submit} noValidate autoComplete="off" aria-label={t('form.title', { provider })}>
      <Stack gap="md">
        <Stack gap={4}>
          <Title order={2} size="h5">
            {t('form.title', { provider })}
          </Title>
          <Text size="sm" c="dimmed">
            {t('form.about', { provider })}
          </Text>
        </Stack>
        <KeyField form={apiKey} isSecret={false} isReadOnly={isBusy || isAsking} {...fields.fieldOf('apiKey')} />
        <KeyField form={secretApiKey} isSecret isReadOnly={isBusy || isAsking} {...fields.fieldOf('secretApiKey')} />
        <Group gap="sm">
          <BusyButton
            type="submit"
            leftSection={<KeyRound size={16} aria-hidden />}
            loading={busy === 'rotating'}
            disabled={isBusy && busy !== 'rotating'}
          >
            {t('form.rotate')}
          </BusyButton>
          <BusyButton
            variant="default"
            leftSection={<ShieldCheck size={16} aria-hidden />}
            loading={busy === 'validating'}
            disabled={isBusy && busy !== 'validating'}
            onClick={onValidate}
          >
            {t('form.validate')}
          </BusyButton>
        </Group>
        <Text size="xs" c="dimmed">
          {isProduction ? t('form.production') : t('form.hint')}
        </Text>
      </Stack>
    </form>
  )
}
