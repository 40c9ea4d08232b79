import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { visibleText } from '../../parts/visible-text.ts'

/** Why a token of one tenant cannot read what covers them all, and which could. */
export function PlatformOnly() {
  const { t } = useTranslation('reserves')
  const { data: session } = useQuery(api.session.whoAmI.queryOptions({}))
  if (!session?.tenant) return null
  const tenant = visibleText(session.tenant.name)
  return (
    <Alert variant="default" title={t('platformOnly')}>
      {t('platformOnlyHint', { name: visibleText(session.tokenName), tenant })}
    </Alert>
  )
}
