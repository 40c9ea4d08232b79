import { Alert, Center, Divider, Paper, Stack, Text, Title } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { KnownProfile } from '../../../bridge/state.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { Mark } from '../../parts/mark.tsx'
import { showOpenSession } from '../../parts/open-session-notice.ts'
import { useWindowTitle } from '../../parts/screen-frame.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { bridge } from '../../session/bridge.ts'
import { clearCache } from '../../session/clear-cache.ts'
import { useActiveProfile, useConsole } from '../../session/console-state.ts'
import { failureFrom, valueIn } from '../../session/failure.ts'
import { PassphraseUnlock, TokenUnlock, type Unlock, UnlockBySystem, useUnlock } from './unlock.tsx'

/** All that is shown while the console is locked: why it is, and the ways to open it. */
export function LockScreen() {
  const { t } = useTranslation('lock')
  const { lock, profiles, settings, systemUnlock } = useConsole()
  const active = useActiveProfile()
  const unlock = useUnlock()
  // As main has it: the server in use, or the first other one that is signed in to.
  const guarded = [active, ...profiles].find((profile) => profile?.kind === 'server' && profile.isSignedIn)
  const tokenProfile = guarded ?? null
  // Without a token the passphrase is the only way in, and main bounds it by waits alone.
  const mayTry = lock.hasPassphrase && (lock.attemptsLeft > 0 || !tokenProfile)
  const mayTouch = settings.unlocksWithSystem && systemUnlock === 'touchId'
  const canOpen = lock.reason !== 'keychain'
  // An open dialog may show data that the lock has to hide.
  useEffect(() => modals.closeAll(), [])
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w={440} maw="100%">
        <Stack gap="lg">
          <Why />
          {unlock.error && unlock.way !== 'passphrase' && <FailureNotice failure={failureFrom(unlock.error)} />}
          {mayTry && <PassphraseUnlock unlock={unlock} isBounded={tokenProfile !== null} />}
          <UnlockBySystem unlock={unlock} isFirst={!mayTry} />
          {mayTry && tokenProfile && <Divider />}
          {lock.hasPassphrase && !mayTry && <Alert color="yellow">{t('noAttempts')}</Alert>}
          {tokenProfile && (
            <TokenUnlock key={String(mayTry)} profile={tokenProfile} unlock={unlock} isOnlyWay={!mayTry && !mayTouch} />
          )}
          {canOpen && !lock.hasPassphrase && !tokenProfile && <ButtonUnlock unlock={unlock} />}
          {tokenProfile && <SignOutInstead profile={tokenProfile} />}
          {lock.hasPassphrase && !tokenProfile && <Forgotten />}
        </Stack>
      </Paper>
    </Center>
  )
}

/** No token of a server opens the console: its passphrase is the only way in here. */
function Forgotten() {
  const { t } = useTranslation('lock')
  return (
    <Text size="xs" c="dimmed" ta="center">
      {t('forgotten')}
    </Text>
  )
}

function Why() {
  const { t } = useTranslation('lock')
  const { reason } = useConsole().lock
  useWindowTitle(t('title'))
  return (
    <Stack gap="xs" align="center">
      <Mark size={48} />
      <Title order={1} size="h3">
        {t('title')}
      </Title>
      <Text size="sm" c="dimmed" ta="center">
        {reason && t(`reasons.${reason}`)} {t('stays')}
      </Text>
    </Stack>
  )
}

/** Where there is nothing that a person could know: no passphrase, and no token but the console's own. */
function ButtonUnlock({ unlock }: { readonly unlock: Unlock }) {
  const { t } = useTranslation('lock')
  return (
    <BusyButton
      autoFocus
      loading={unlock.isPending}
      onClick={() => unlock.tryKey({ do: 'unlock-with', source: 'button' })}
    >
      {t('unlock')}
    </BusyButton>
  )
}

/** For an operator with neither passphrase nor token at hand: removes the token and all data loaded with it. */
function SignOutInstead({ profile }: { readonly profile: KnownProfile }) {
  const { t } = useTranslation('lock')
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => showOpenSession(profile, valueIn(await bridge.signOut({ profileId: profile.id }))),
    onSuccess: clearCache,
  })
  return (
    <>
      <Divider />
      <Stack gap={4} align="center">
        {error && <FailureNotice failure={failureFrom(error)} />}
        <BusyButton variant="subtle" color="gray" size="sm" loading={isPending} onClick={() => mutate()}>
          {t('signOut')}
        </BusyButton>
        <Text size="xs" c="dimmed" ta="center">
          {t('signOutHint', { name: profile.name })}
        </Text>
      </Stack>
    </>
  )
}
