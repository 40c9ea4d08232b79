import { Box, Button, Menu, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { KnownProfile } from '../../bridge/state.ts'
import { EnvironmentBadge } from '../parts/environment-badge.tsx'
import { PlainText } from '../parts/plain-text.tsx'
import { useTranslation } from '../parts/use-translation.ts'
import { bridge } from '../session/bridge.ts'
import { useConsole } from '../session/console-state.ts'
import classes from './profile-menu.module.css'

const select = ({ id }: KnownProfile) => void bridge.profile({ do: 'select', id })

/** Switches between the known servers, from any screen. */
export function ProfileMenu({ active }: { readonly active: KnownProfile }) {
  const { t } = useTranslation()
  const { profiles } = useConsole()
  return (
    <Menu position="bottom-start" width={360}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          flex="0 1 auto"
          miw={80}
          rightSection={<ChevronsUpDown size={14} aria-hidden />}
          aria-label={t('switchServer', { name: active.name })}
        >
          <Text size="sm" c="var(--mantine-color-text)" truncate title={active.name}>
            {active.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="calc(100dvh - 72px)" className={classes.dropdown}>
        {profiles.map((profile) => (
          <Menu.Item
            key={profile.id}
            leftSection={
              <Box w={14} h={14}>
                {profile.id === active.id && <Check size={14} aria-label={t('inUse')} />}
              </Box>
            }
            rightSection={<EnvironmentBadge environment={profile.environment} />}
            onClick={() => select(profile)}
          >
            <PlainText text={profile.name} />
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/connect">
          {t('connect')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
