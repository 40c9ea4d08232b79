import { Anchor } from '@mantine/core'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Empty } from '../parts/empty.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { failureIn } from '../session/failure.ts'

/** In the place of a screen that could not be drawn; what is around it stays. */
export const ScreenFailure = ({ error, reset }: ErrorComponentProps) => (
  <FailureNotice failure={failureIn(error)} onRetry={reset} />
)

/** In the place of a screen that there is none of. */
export function NoScreen() {
  const { t } = useTranslation()
  const home = (
    <Anchor component={Link} to="/custodians" size="sm">
      {t('custodians')}
    </Anchor>
  )
  return <Empty title={t('noScreen')} action={home} />
}
