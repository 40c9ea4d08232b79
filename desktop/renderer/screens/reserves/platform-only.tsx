import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { visibleText } from '../../parts/visible-text.ts'
import { useSession } from '../../session/session.ts'

/** Why a token of one tenant cannot read what covers them all, and which could. */
export function PlatformOnly() {
  const { t } = useTranslation('reserves')
  const session = useSession()
  if (!session?.tenant) return null
  const tenant = visibleText(session.tenant.name)
  return (
    <Alert variant="default" title={t('platformOnly')}>
      {t('platformOnlyHint', { name: visibleText(session.tokenName), tenant })}
    </Alert>
  )
}
