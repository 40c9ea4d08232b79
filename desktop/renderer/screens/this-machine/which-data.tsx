import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Which of the two data folders of this machine is meant. */
export function WhichData({ isDemo }: { readonly isDemo: boolean }) {
  const { t } = useTranslation('thisMachine')
  return <Badge variant="default">{t(isDemo ? 'demoData' : 'noData')}</Badge>
}
