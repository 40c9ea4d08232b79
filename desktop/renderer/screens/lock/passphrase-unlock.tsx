import { PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BusyButton } from '../../parts/busy-button.tsx'
import { failureIn } from '../../session/failure.ts'
import type { Unlock } from './use-unlock.ts'
import { useWait } from './use-wait.ts'

/** The passphrase; a wrong one is taken out of the field, and the next may have to wait. */
export function PassphraseUnlock({ unlock }: { readonly unlock: Unlock }) {
  const { t } = useTranslation('lock')
  const [passphrase, setPassphrase] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const wait = useWait()
  const { tryKey, isPending, error, way } = unlock
  const isWrong = way === 'passphrase' && error !== null && !isPending
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(passphrase === '')
    if (passphrase === '') return field.current?.focus()
    tryKey({ do: 'unlock', with: 'passphrase', passphrase })
    setPassphrase('')
    field.current?.focus()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <PasswordInput
          ref={field}
          label={t('passphrase')}
          value={passphrase}
          maxLength={200}
          autoComplete="off"
          onChange={({ currentTarget }) => {
            setPassphrase(currentTarget.value)
            setMissing(false)
          }}
          error={isMissing ? t('needed') : isWrong && failureIn(error).message}
          visibilityToggleButtonProps={{ 'aria-label': t('reveal'), tabIndex: 0 }}
        />
        <Text size="sm" role="status" mih="1.5em">
          {wait > 0 && t('wait', { count: wait })}
        </Text>
        <BusyButton type="submit" loading={isPending && way === 'passphrase'} disabled={wait > 0}>
          {t('unlock')}
        </BusyButton>
      </Stack>
    </form>
  )
}
