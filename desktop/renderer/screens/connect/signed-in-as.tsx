import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Session } from '../../../../shared/session.ts'
import type { KnownProfile } from '../../../bridge/state.ts'
import { PlainText } from '../../parts/plain-text.tsx'
import { api } from '../../session/api.ts'

type SignedInAsProps = { readonly profile: KnownProfile; readonly isActive: boolean }

/** Whose token it is: known of the server in use only, for no other one is asked. */
export function SignedInAs({ profile, isActive }: SignedInAsProps) {
  const { t } = useTranslation('connect')
  const isKnown = profile.isSignedIn && isActive
  const { data } = useQuery({ ...api.session.whoAmI.queryOptions({}), enabled: isKnown })
  return (
    <Text size="sm" c="dimmed">
      {isKnown && data ? <Owner session={data} /> : t(profile.isSignedIn ? 'signedIn' : 'notSignedIn')}
    </Text>
  )
}

function Owner({ session: { tokenName, tenant } }: { readonly session: Session }) {
  const { t } = useTranslation('connect')
  return (
    <>
      <PlainText text={t('signedInAs', { name: tokenName })} />
      {' · '}
      <PlainText text={tenant ? t('ofTenant', { name: tenant.name }) : t('ofPlatform')} />
    </>
  )
}
