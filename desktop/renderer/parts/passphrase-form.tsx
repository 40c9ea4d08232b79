import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { z } from 'zod'
import type { ConsoleFailure } from '../../bridge/failures.ts'
import { Passphrase } from '../../bridge/passphrase.ts'
import { bridge } from '../session/bridge.ts'
import { useConsole } from '../session/console-state.ts'
import { FailureNotice } from './failure-notice.tsx'
import { goToFirstError } from './go-to-first-error.ts'
import { useTranslation } from './use-translation.ts'

const schemaOf = (differs: string) =>
  z
    .object({ current: z.string(), passphrase: Passphrase, again: z.string() })
    .refine(({ passphrase, again }) => passphrase === again, { path: ['again'], message: differs })

type PassphraseFormProps = {
  /** Where the form was opened by a button: leads back. */
  readonly onLeave?: () => void
}

/** Sets, changes or removes what unlocks the console without the token. */
export function PassphraseForm({ onLeave }: PassphraseFormProps) {
  const { t } = useTranslation('settings')
  const { hasPassphrase } = useConsole().lock
  const [failure, setFailure] = useState<ConsoleFailure | null>(null)
  const form = useForm({
    initialValues: { current: '', passphrase: '', again: '' },
    validate: schemaResolver(schemaOf(t('passphraseDiffers')), { sync: true }),
  })
  const set = async (passphrase: string | null) => {
    const { current } = form.getValues()
    const answer = await bridge.lock({ do: 'set-passphrase', passphrase, ...(current && { current }) })
    setFailure(answer.ok ? null : answer.error)
    if (!answer.ok) return
    form.reset()
    notifications.show({ message: t(passphrase === null ? 'passphraseRemoved' : 'passphraseSet') })
  }
  const typing = { autoComplete: 'off', visibilityToggleButtonProps: { 'aria-label': t('reveal'), tabIndex: 0 } }
  return (
    <form onSubmit={form.onSubmit(({ passphrase }) => void set(passphrase), goToFirstError)} noValidate>
      <Stack gap="sm" w={420} maw="100%">
        <Text size="sm">{t(hasPassphrase ? 'passphraseIsSet' : 'passphraseIsNotSet')}</Text>
        {hasPassphrase && (
          <PasswordInput
            label={t('passphraseCurrent')}
            description={t('passphraseCurrentRule')}
            {...typing}
            {...form.getInputProps('current')}
          />
        )}
        <PasswordInput
          label={t('passphrase')}
          description={t('passphraseRule')}
          autoFocus={onLeave !== undefined}
          {...typing}
          {...form.getInputProps('passphrase')}
        />
        <PasswordInput label={t('passphraseAgain')} {...typing} {...form.getInputProps('again')} />
        {failure && <FailureNotice failure={failure} />}
        <Group>
          <Button type="submit">{t(hasPassphrase ? 'passphraseChange' : 'passphraseSetIt')}</Button>
          {hasPassphrase && (
            <Button variant="default" onClick={() => void set(null)}>
              {t('passphraseRemove')}
            </Button>
          )}
          {onLeave && (
            <Button variant="subtle" color="gray" onClick={onLeave}>
              {t('common:cancel')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
