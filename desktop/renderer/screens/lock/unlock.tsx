import { Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { passphraseAttempts } from '../../../bridge/passphrase.ts'
import type { Payload } from '../../../bridge/schema.ts'
import type { KnownProfile } from '../../../bridge/state.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { bridge } from '../../session/bridge.ts'
import { useConsole } from '../../session/console-state.ts'
import { failureFrom, valueIn } from '../../session/failure.ts'

type Attempt = Extract<Payload<'lock'>, { readonly do: 'unlock' | 'unlock-with' }>

const wayOf = (attempt: Attempt) => (attempt.do === 'unlock' ? 'passphrase' : attempt.source)

/** Holds something against the lock; the screen goes away by itself once it is open. */
export function useUnlock() {
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: async (attempt: Attempt) => valueIn(await bridge.lock(attempt)),
    gcTime: 0, // a passphrase is in it
  })
  return { tryKey: mutate, isPending, error, way: variables && wayOf(variables) }
}

export type Unlock = ReturnType<typeof useUnlock>

type PassphraseUnlockProps = { readonly unlock: Unlock; readonly isBounded: boolean }

/** The passphrase; a wrong one is taken out of the field, and the next may have to wait. */
export function PassphraseUnlock({ unlock, isBounded }: PassphraseUnlockProps) {
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
          error={isMissing ? t('needed') : isWrong && failureFrom(error).message}
          visibilityToggleButtonProps={{ 'aria-label': t('reveal'), tabIndex: 0 }}
        />
        {isBounded && <AttemptsLeft />}
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

/** Shown from the first wrong passphrase on. */
function AttemptsLeft() {
  const { t } = useTranslation('lock')
  const { attemptsLeft } = useConsole().lock
  return (
    <Text size="sm" role="status">
      {attemptsLeft < passphraseAttempts && t('attemptsLeft', { count: attemptsLeft })}
    </Text>
  )
}

/** Seconds until another passphrase may be tried, counted down from the last state of main. */
function useWait(): number {
  const { lock } = useConsole()
  const [left, setLeft] = useState(lock.waitSeconds)
  useEffect(() => {
    const until = performance.now() + lock.waitSeconds * 1000
    const secondsLeft = () => Math.max(0, Math.ceil((until - performance.now()) / 1000))
    setLeft(secondsLeft())
    const timer = setInterval(() => setLeft(secondsLeft()), 250)
    return () => clearInterval(timer)
  }, [lock])
  return left
}

/** What the system can do to unlock the console; nothing unless the settings allow it. */
export function UnlockBySystem({ unlock, isFirst }: { readonly unlock: Unlock; readonly isFirst: boolean }) {
  const { t } = useTranslation('lock')
  const { settings, systemUnlock } = useConsole()
  const { tryKey, isPending, way } = unlock
  if (!settings.unlocksWithSystem || systemUnlock === 'none') return null
  return (
    <Stack gap="sm">
      {systemUnlock === 'touchId' && (
        <BusyButton
          variant={isFirst ? 'filled' : 'default'}
          autoFocus={isFirst}
          leftSection={<Fingerprint size={16} aria-hidden />}
          loading={isPending && way === 'system'}
          onClick={() => tryKey({ do: 'unlock-with', source: 'system' })}
        >
          {t('withTouchId')}
        </BusyButton>
      )}
      <Text size="sm" c="dimmed">
        {t('orScreen')}
      </Text>
    </Stack>
  )
}

type TokenUnlockProps = { readonly profile: KnownProfile; readonly unlock: Unlock; readonly isOnlyWay: boolean }

/** The operator token of the profile, which main takes from the clipboard or a file. */
export function TokenUnlock({ profile, unlock, isOnlyWay }: TokenUnlockProps) {
  const { t } = useTranslation('lock')
  const { tryKey, isPending, way } = unlock
  const { name } = profile
  return (
    <Stack gap="sm">
      <Stack gap={2}>
        <Text size="sm" fw={500}>
          {t(isOnlyWay ? 'withToken' : 'orToken', { name })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('tokenHint')}
        </Text>
      </Stack>
      <Group gap="xs" grow preventGrowOverflow={false}>
        <BusyButton
          variant={isOnlyWay ? 'filled' : 'default'}
          autoFocus={isOnlyWay}
          loading={isPending && way === 'clipboard'}
          onClick={() => tryKey({ do: 'unlock-with', source: 'clipboard' })}
        >
          {t('fromClipboard')}
        </BusyButton>
        <BusyButton
          variant="default"
          loading={isPending && way === 'file'}
          onClick={() => tryKey({ do: 'unlock-with', source: 'file' })}
        >
          {t('fromFile')}
        </BusyButton>
      </Group>
    </Stack>
  )
}
