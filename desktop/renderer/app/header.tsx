import { ActionIcon, AppShell, Box, Group, Text, Tooltip } from '@mantine/core'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { bridge } from '../bridge.ts'
import { useActiveProfile } from '../console-state.ts'
import { EnvironmentBadge } from '../screens/connect/environment-badge.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { SlowNotice } from './slow-notice.tsx'

/** Which server and which environment this is, never out of sight; and the lock. */
export function Header() {
  const { t } = useTranslation()
  const profile = useActiveProfile()
  return (
    <AppShell.Header>
      {profile && <Box h={4} bg={`${profile.environment.colour}.6`} aria-hidden />}
      <Group h={profile ? 51 : 55} px="md" justify="space-between">
        <Group gap="md">
          <Text fw={700} size="lg">
            {t('product')}
          </Text>
          {profile && (
            <>
              <EnvironmentBadge environment={profile.environment} />
              <ProfileMenu active={profile} />
              <Text size="sm" c="dimmed" ff="monospace" visibleFrom="sm">
                {profile.url}
              </Text>
            </>
          )}
          <SlowNotice />
        </Group>
        <Tooltip label={t('lock')}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('lock')}
            onClick={() => void bridge.lock({ do: 'lock' })}
          >
            <Lock size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
    </AppShell.Header>
  )
}
