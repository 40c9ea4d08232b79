import { ActionIcon, AppShell, Box, Group, Text, Tooltip } from '@mantine/core'
import { spotlight } from '@mantine/spotlight'
import { Lock, type LucideIcon, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { bridge } from '../bridge.ts'
import { useActiveProfile } from '../console-state.ts'
import { EnvironmentBadge } from '../screens/connect/environment-badge.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { SlowNotice } from './slow-notice.tsx'

/** Which server and which environment this is, never out of sight; and the lock. */
export function Header() {
  const { t } = useTranslation(['common', 'palette'])
  const profile = useActiveProfile()
  return (
    <AppShell.Header>
      {profile && <Box h={4} bg={`${profile.environment.colour}.6`} aria-hidden />}
      <Group h={profile ? 51 : 55} px="md" justify="space-between" wrap="nowrap">
        <Group gap="md" wrap="nowrap" miw={0}>
          <Text fw={700} size="lg">
            {t('common:product')}
          </Text>
          {profile && (
            <>
              <EnvironmentBadge environment={profile.environment} />
              <ProfileMenu active={profile} />
              <Text size="sm" c="dimmed" ff="monospace" visibleFrom="sm" truncate title={profile.url}>
                {profile.url}
              </Text>
            </>
          )}
          <SlowNotice />
        </Group>
        <Group gap="xs" wrap="nowrap">
          <HeaderButton label={t('palette:title')} icon={Search} onClick={spotlight.open} />
          <HeaderButton label={t('common:lock')} icon={Lock} onClick={() => void bridge.lock({ do: 'lock' })} />
        </Group>
      </Group>
    </AppShell.Header>
  )
}

type HeaderButtonProps = { readonly label: string; readonly icon: LucideIcon; readonly onClick: () => void }

function HeaderButton({ label, icon: Icon, onClick }: HeaderButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} onClick={onClick}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
