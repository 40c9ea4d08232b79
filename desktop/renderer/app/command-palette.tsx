import { Spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { destinations } from './navigation.ts'

export function CommandPalette() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const actions = destinations.map(({ to, words }) => ({
    id: to,
    label: t(words),
    onClick: () => void navigate({ to }),
  }))
  return <Spotlight actions={actions} shortcut="mod + K" />
}
