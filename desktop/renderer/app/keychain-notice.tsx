import { Alert, Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useConsole } from '../session/console-state.ts'

/** Visible as long as tokens are not in the keychain. */
export function KeychainNotice() {
  const { t } = useTranslation()
  const { keychain } = useConsole()
  if (keychain.backend === 'keychain') return null
  return (
    <Alert color="yellow" variant="light" mb="md" py={6} icon={<KeyRound size={16} aria-hidden />}>
      <Group gap="sm" style={{ rowGap: 0 }}>
        <Text size="sm">{t('memoryOnly')}</Text>
        <Anchor component={Link} to="/settings" size="sm" c="inherit" underline="always">
          {t('memoryOnlyWhy')}
        </Anchor>
      </Group>
    </Alert>
  )
}
