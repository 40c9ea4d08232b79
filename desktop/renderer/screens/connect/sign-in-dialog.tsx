import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Session } from '../../../../shared/session.ts'
import type { KnownProfile } from '../../../bridge/state.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { useCacheOfOneServer } from '../../session/clear-cache.ts'
import { useActiveProfile, useConsole } from '../../session/console-state.ts'
import { failureFrom } from '../../session/failure.ts'
import { callLocalServer } from '../../session/local-server.ts'
import { withoutServer } from '../../session/navigation.ts'
import { clearSignInRequest, postponeSignIn, useSignInRequest } from '../../session/sign-in-request.ts'
import { SignInPanel } from './sign-in-panel.tsx'
import { SignedInPanel } from './signed-in-panel.tsx'

/** Asks for another token over the open page when the current one no longer works. */
export function SignInDialog() {
  const { t } = useTranslation('connect')
  useCacheOfOneServer()
  const profile = useActiveProfile()
  const asked = useSignInRequest()
  const { pathname } = useLocation()
  // An operator who has just signed out in the list of servers did so on purpose.
  const why = withoutServer.has(pathname) ? null : asked
  const [session, setSession] = useState<Session | null>(null)
  const close = () => {
    setSession(null)
    clearSignInRequest()
  }
  return (
    <Modal
      opened={profile !== null && (why !== null || session !== null)}
      onClose={session ? close : postponeSignIn}
      size="lg"
      transitionProps={{ duration: 0 }}
      title={session ? t('signedInTitle') : t('signInAgain', { name: profile?.name ?? '' })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {session && <SignedInPanel session={session} goOn={t('goOn')} onGoOn={close} />}
      {profile && why && !session && (
        <Stack gap="md">
          <Alert color="yellow" variant="light" title={t(`failures:${why.code as 'SignedOut'}`)}>
            {why.code === 'SignedOut' &&
              why.info.map((line) => (
                <Text key={line} size="sm">
                  {line}
                </Text>
              ))}
            <Text size="sm">{t('pageStays')}</Text>
          </Alert>
          {profile.kind === 'local' ? (
            <LocalSignIn onSignedIn={close} onLater={postponeSignIn} />
          ) : (
            <SignInPanel profile={profile} onSignedIn={setSession} onLater={postponeSignIn} />
          )}
        </Stack>
      )}
    </Modal>
  )
}

type LocalSignInProps = { readonly onSignedIn: () => void; readonly onLater: () => void }

/** For the server of this machine the console makes the token, whenever it starts that server. */
function LocalSignIn({ onSignedIn, onLater }: LocalSignInProps) {
  const { t } = useTranslation('connect')
  const queryClient = useQueryClient()
  const { isDemo } = useConsole().local
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callLocalServer({ do: 'start', withDemo: isDemo }),
    onSuccess: () => {
      onSignedIn()
      void queryClient.invalidateQueries()
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm">{t('localToken')}</Text>
      {error && <FailureNotice failure={failureFrom(error)} />}
      <Group gap="xs" justify="space-between">
        <BusyButton data-autofocus loading={isPending} onClick={() => mutate()}>
          {t('newLocalToken')}
        </BusyButton>
        <Button variant="subtle" color="gray" onClick={onLater}>
          {t('later')}
        </Button>
      </Group>
    </Stack>
  )
}

type SignInModalProps = { readonly profile: KnownProfile | null; readonly onClose: () => void }

/** Signing in to a server of the list. */
export function SignInModal({ profile, onClose }: SignInModalProps) {
  const { t } = useTranslation('connect')
  const navigate = useNavigate()
  const [session, setSession] = useState<Session | null>(null)
  const close = () => {
    setSession(null)
    onClose()
  }
  return (
    <Modal
      opened={profile !== null}
      onClose={close}
      size="lg"
      transitionProps={{ duration: 0 }}
      title={session ? t('signedInTitle') : t('signInTo', { name: profile?.name ?? '' })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {profile && !session && <SignInPanel profile={profile} onSignedIn={setSession} onLater={postponeSignIn} />}
      {session && <SignedInPanel session={session} goOn={t('toHome')} onGoOn={() => void navigate({ to: '/home' })} />}
    </Modal>
  )
}
