import { Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../../../../shared/session.ts'
import type { KnownProfile } from '../../../bridge/state.ts'
import { SignInPanel } from './sign-in-panel.tsx'
import { SignedInPanel } from './signed-in-panel.tsx'

type SignInModalProps = { readonly profile: KnownProfile | null; readonly onClose: () => void }

/** Signing in to a server of the list. */
export function SignInModal({ profile, onClose }: SignInModalProps) {
  const { t } = useTranslation(['connect', 'common'])
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
      {profile && !session && <SignInPanel profile={profile} onSignedIn={setSession} onLater={close} />}
      {session && (
        <SignedInPanel session={session} goOn={t('toCustodians')} onGoOn={() => void navigate({ to: '/custodians' })} />
      )}
    </Modal>
  )
}
