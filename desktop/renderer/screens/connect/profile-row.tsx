import { ActionIcon, Badge, Box, Button, Group, Paper, Stack, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import type { Session } from '../../../../shared/session.ts'
import type { KnownProfile } from '../../../bridge/state.ts'
import { EnvironmentBadge } from '../../parts/environment-badge.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { api } from '../../session/api.ts'
import classes from './profiles.module.css'

type RowActions = {
  readonly select: (profile: KnownProfile) => void
  readonly signOut: (profile: KnownProfile) => void
  readonly remove: (profile: KnownProfile) => void
  readonly signIn: () => void
  readonly edit: () => void
}

type RowProps = { readonly profile: KnownProfile; readonly isActive: boolean; readonly actions: RowActions }

/** One known server: which environment it is, who is signed in, and what can be done with it. */
export function ProfileRow({ profile, isActive, actions }: RowProps) {
  const { t } = useTranslation('connect')
  const { name, url, environment, kind } = profile
  return (
    <Paper component="li" withBorder className={classes.row}>
      <Box h={3} bg={`${environment.colour}.6`} aria-hidden />
      <Group p="md" justify="space-between" gap="md">
        <Stack gap={4} className={classes.text}>
          <Group gap="xs">
            <Text fw={600} component="h2" size="md" m={0}>
              <PlainText text={name} />
            </Text>
            <EnvironmentBadge environment={environment} />
            {kind === 'local' && <Badge variant="default">{t('local')}</Badge>}
          </Group>
          <Text size="sm" ff="monospace">
            <PlainText text={url} />
          </Text>
          <SignedInAs profile={profile} isActive={isActive} />
        </Stack>
        <Group gap="xs">
          <Button
            variant={isActive ? 'light' : 'default'}
            aria-pressed={isActive}
            aria-label={t(isActive ? 'inUseNamed' : 'useNamed', { name })}
            onClick={() => isActive || actions.select(profile)}
          >
            {t(isActive ? 'inUse' : 'use')}
          </Button>
          {kind === 'local' ? <ManageLink name={name} /> : <ServerButtons profile={profile} actions={actions} />}
        </Group>
      </Group>
    </Paper>
  )
}

function ManageLink({ name }: { readonly name: string }) {
  const { t } = useTranslation('connect')
  return (
    <Button variant="default" component={Link} to="/this-machine" aria-label={t('manageNamed', { name })}>
      {t('manage')}
    </Button>
  )
}

function ServerButtons({ profile, actions }: Omit<RowProps, 'isActive'>) {
  const { t } = useTranslation('connect')
  const { name, isSignedIn } = profile
  return (
    <>
      {isSignedIn ? (
        <Button variant="default" aria-label={t('signOutNamed', { name })} onClick={() => actions.signOut(profile)}>
          {t('signOut')}
        </Button>
      ) : (
        <Button aria-label={t('signInNamed', { name })} onClick={actions.signIn}>
          {t('signIn')}
        </Button>
      )}
      <Tooltip label={t('edit', { name })}>
        <ActionIcon variant="default" size={36} aria-label={t('edit', { name })} onClick={actions.edit}>
          <Pencil size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('remove', { name })}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('remove', { name })}
          onClick={() => actions.remove(profile)}
        >
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  )
}

type SignedInAsProps = { readonly profile: KnownProfile; readonly isActive: boolean }

/** Whose token it is: known of the server in use only, for no other one is asked. */
function SignedInAs({ profile, isActive }: SignedInAsProps) {
  const { t } = useTranslation('connect')
  const isKnown = profile.isSignedIn && isActive
  const { data } = useQuery({ ...api.session.whoAmI.queryOptions({}), enabled: isKnown })
  return (
    <Text size="sm" c="dimmed">
      {isKnown && data ? <Owner session={data} /> : t(profile.isSignedIn ? 'signedIn' : 'notSignedIn')}
    </Text>
  )
}

function Owner({ session: { tokenName, tenant } }: { readonly session: Session }) {
  const { t } = useTranslation('connect')
  return (
    <>
      <PlainText text={t('signedInAs', { name: tokenName })} />
      {' · '}
      <PlainText text={tenant ? t('ofTenant', { name: tenant.name }) : t('ofPlatform')} />
    </>
  )
}
