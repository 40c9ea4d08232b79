import { ActionIcon, Anchor, AppShell, Box, Group, Loader, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Lock, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { EnvironmentBadge } from '../parts/environment-badge.tsx'
import { Keys } from '../parts/keys.tsx'
import { Mark } from '../parts/mark.tsx'
import { nameText, PlainText } from '../parts/plain-text.tsx'
import { useTranslation } from '../parts/use-translation.ts'
import { bridge } from '../session/bridge.ts'
import { useActiveProfile } from '../session/console-state.ts'
import { useSession } from '../session/session.ts'
import { commandPalette } from './command-palette.tsx'
import classes from './header.module.css'
import { ProfileMenu } from './profile-menu.tsx'

/** Which server and which environment this is, never out of sight; and the lock. */
export function Header() {
  const { t } = useTranslation()
  const profile = useActiveProfile()
  return (
    // Above the navigation (101), over which its menu reaches.
    <AppShell.Header zIndex={102}>
      {profile && <Box h={3} bg={`${profile.environment.colour}.6`} data-stripe aria-hidden />}
      <Group h={profile ? 52 : 55} px="md" justify="space-between" wrap="nowrap">
        <Group h="100%" gap="md" wrap="nowrap" miw={0}>
          <Group gap="xs" wrap="nowrap">
            <Mark size={24} />
            <Text fw={650} size="lg" className={classes.product ?? ''}>
              {t('product')}
            </Text>
          </Group>
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
          <OperatorName />
          <PaletteButton />
          <LockButton />
        </Group>
      </Group>
    </AppShell.Header>
  )
}

/** Whose token it is, as the audit log records it. Its place is kept until that is known. */
function OperatorName() {
  const { t } = useTranslation()
  const session = useSession()
  const title = session && t('operator', { name: nameText(session.tokenName) })
  return (
    <Text size="sm" w={160} ta="end" visibleFrom="md" truncate {...(title && { title })}>
      {session && <PlainText text={session.tokenName} isOneLine />}
    </Text>
  )
}

/** Looks like what it opens, so that it is found without having read of it; narrow, only its icon is left. */
function PaletteButton() {
  const { t } = useTranslation('palette')
  return (
    <UnstyledButton className={classes.palette} onClick={commandPalette.open}>
      <Search size={16} aria-hidden />
      <span className={classes.text}>{t('short')}</span>
      <span className={classes.keys} aria-hidden>
        <Keys keys="mod+K" />
      </span>
    </UnstyledButton>
  )
}

function LockButton() {
  const { t } = useTranslation()
  return (
    <Tooltip label={t('lock')}>
      <ActionIcon variant="default" size="lg" aria-label={t('lock')} onClick={() => void bridge.lock({ do: 'lock' })}>
        <Lock size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** Milliseconds after which an answer is late enough to say so. */
const late = 4_000

/** Says that the server takes long, as long as it does; what is shown stays when the waiting is ended. */
function SlowNotice() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const isAsking = useIsFetching() > 0
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isAsking) return setLate(false)
    const timer = setTimeout(() => setLate(true), late)
    return () => clearTimeout(timer)
  }, [isAsking])
  return (
    <Text component="span" size="sm" c="dimmed" role="status">
      {isLate && (
        <>
          <Loader size={12} mr={6} aria-hidden />
          {t('slow')}
          <Anchor component="button" type="button" size="sm" ml={8} onClick={() => void queryClient.cancelQueries()}>
            {t('stopWaiting')}
          </Anchor>
        </>
      )}
    </Text>
  )
}
