import { Alert, Modal, Stack, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../../../../shared/session.ts'
import { useActiveProfile } from '../../session/console-state.ts'
import { useAnswersOfOneServer } from '../../session/forget-answers.ts'
import { withoutServer } from '../../session/navigation.ts'
import { forgetSignInRequest, useSignInRequest } from '../../session/sign-in-request.ts'
import { LocalSignIn } from './local-sign-in.tsx'
import { SignInPanel } from './sign-in-panel.tsx'
import { SignedInPanel } from './signed-in-panel.tsx'

/** Asks for another token over whatever page is open, when the one there was no longer works. */
export function SignInDialog() {
  const { t } = useTranslation(['connect', 'common', 'failures'])
  useAnswersOfOneServer()
  const profile = useActiveProfile()
  const asked = useSignInRequest()
  const { pathname } = useLocation()
  // Whoever has just signed out in the list of servers did so on purpose.
  const why = withoutServer.has(pathname) ? null : asked
  const [session, setSession] = useState<Session | null>(null)
  const close = () => {
    setSession(null)
    forgetSignInRequest()
  }
  return (
    <Modal
      opened={profile !== null && (why !== null || session !== null)}
      onClose={close}
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
            <LocalSignIn onSignedIn={close} onLater={close} />
          ) : (
            <SignInPanel profile={profile} onSignedIn={setSession} onLater={close} />
          )}
        </Stack>
      )}
    </Modal>
  )
}
