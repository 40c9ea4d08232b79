import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConsoleFailure } from '../../../bridge/failures.ts'
import { bridge } from '../../bridge.ts'
import { useConsole } from '../../console-state.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'

/** Fewest characters of a passphrase; main holds the same rule. */
const fewest = 8

/** Sets, changes or removes what unlocks the console without the token. */
export function PassphraseForm() {
  const { t } = useTranslation('settings')
  const { hasPassphrase } = useConsole().lock
  const [typed, setTyped] = useState('')
  const [repeated, setRepeated] = useState('')
  const [failure, setFailure] = useState<ConsoleFailure | null>(null)
  const isReady = typed.length >= fewest && typed === repeated

  const set = async (passphrase: string | null) => {
    const answer = await bridge.lock({ do: 'set-passphrase', passphrase })
    setFailure(answer.ok ? null : answer.error)
    if (!answer.ok) return
    setTyped('')
    setRepeated('')
    notifications.show({ message: t(passphrase === null ? 'passphraseRemoved' : 'passphraseSet') })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) void set(typed)
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm" w={420} maw="100%">
        <Text size="sm">{t(hasPassphrase ? 'passphraseIsSet' : 'passphraseIsNotSet')}</Text>
        <PasswordInput
          label={t('passphrase')}
          description={t('passphraseRule')}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('passphraseAgain')}
          autoComplete="off"
          value={repeated}
          onChange={(event) => setRepeated(event.currentTarget.value)}
          error={repeated !== '' && repeated !== typed && t('passphraseDiffers')}
        />
        {failure && <FailureNotice failure={failure} />}
        <Group>
          <Button type="submit" disabled={!isReady}>
            {t(hasPassphrase ? 'passphraseChange' : 'passphraseSetIt')}
          </Button>
          {hasPassphrase && (
            <Button variant="default" onClick={() => void set(null)}>
              {t('passphraseRemove')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
