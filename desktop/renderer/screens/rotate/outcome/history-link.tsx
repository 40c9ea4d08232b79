import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** From an outcome to what the server has written down of it. */
export function HistoryLink({ custodianId }: { readonly custodianId: string }) {
  const { t } = useTranslation('rotate')
  return (
    <Anchor
      component={Link}
      to={`/custodians/${custodianId}/history`}
      size="sm"
      c="inherit"
      underline="always"
      w="fit-content"
    >
      {t('history')}
    </Anchor>
  )
}
