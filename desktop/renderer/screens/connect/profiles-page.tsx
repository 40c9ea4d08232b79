import { Button, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { HardDrive, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KnownProfile } from '../../../bridge/state.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { showOpenSession } from '../../parts/open-session-notice.ts'
import { ScreenFrame } from '../../parts/screen-frame.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { bridge } from '../../session/bridge.ts'
import { clearCache } from '../../session/clear-cache.ts'
import { useActiveProfile, useConsole } from '../../session/console-state.ts'
import { failureFrom, valueIn } from '../../session/failure.ts'
import { ProfileRow } from './profile-row.tsx'
import classes from './profiles.module.css'

type ProfilesPageProps = {
  /** From the form, which had the focus. */
  readonly isBack: boolean
  readonly onAdd: () => void
  readonly onEdit: (id: string) => void
  readonly onSignIn: (id: string) => void
}

/** The servers this console knows, the one in use among them. */
export function ProfilesPage({ isBack, onAdd, onEdit, onSignIn }: ProfilesPageProps) {
  const { t } = useTranslation('connect')
  const { profiles, activeProfileId } = useConsole()
  const addButton = useRef<HTMLButtonElement>(null)
  const { error, said, ...actions } = useProfileActions(() => addButton.current?.focus())
  const hasLocal = profiles.some(({ kind }) => kind === 'local')
  return (
    <ScreenFrame
      title={t('title')}
      about={t('about')}
      actions={
        <>
          {!hasLocal && (
            <Button
              variant="default"
              component={Link}
              to="/this-machine"
              leftSection={<HardDrive size={16} aria-hidden />}
            >
              {t('toMachine')}
            </Button>
          )}
          <Button ref={addButton} autoFocus={isBack} leftSection={<Plus size={16} aria-hidden />} onClick={onAdd}>
            {t('add')}
          </Button>
        </>
      }
    >
      {error && <FailureNotice failure={failureFrom(error)} />}
      <Stack component="ul" gap="sm" className={classes.list} aria-label={t('list')}>
        {profiles.map((profile) => (
          <ProfileRow
            key={profile.id}
            profile={profile}
            isActive={profile.id === activeProfileId}
            actions={{ ...actions, edit: () => onEdit(profile.id), signIn: () => onSignIn(profile.id) }}
          />
        ))}
      </Stack>
      <Text size="sm" role="status" mih="1.5em">
        {said}
      </Text>
    </ScreenFrame>
  )
}

/** What was done with a server whose token was to be erased. */
type Done = { readonly what: 'signedOut' | 'removed'; readonly profile: KnownProfile }
type Task = { readonly run: () => Promise<unknown>; readonly done?: Done; readonly onDone?: () => void }

/** Choosing, leaving and removing servers; `said` tells what was done. */
function useProfileActions(onRemoved: () => void) {
  const { t } = useTranslation('connect')
  const active = useActiveProfile()
  const { unerased } = useConsole().keychain
  const [done, setDone] = useState<Done | null>(null)
  const { mutate, error } = useMutation({
    mutationFn: ({ run }: Task) => run(),
    onSuccess: (_, task) => {
      setDone(task.done ?? null)
      task.onDone?.()
    },
  })
  const said = ({ what, profile: { id, name } }: Done) => t(unerased.includes(id) ? `${what}Unerased` : what, { name })
  const leave = async (profile: KnownProfile) => {
    showOpenSession(profile, valueIn(await bridge.signOut({ profileId: profile.id })))
    if (profile.id === active?.id) clearCache()
  }
  const remove = (profile: KnownProfile) =>
    mutate({
      run: async () => showOpenSession(profile, valueIn(await bridge.profile({ do: 'remove', id: profile.id }))),
      done: { what: 'removed', profile },
      onDone: onRemoved,
    })

  return {
    error,
    said: done ? said(done) : '',
    select: ({ id }: KnownProfile) => mutate({ run: async () => valueIn(await bridge.profile({ do: 'select', id })) }),
    signOut: (profile: KnownProfile) => mutate({ run: () => leave(profile), done: { what: 'signedOut', profile } }),
    remove: (profile: KnownProfile) =>
      modals.openConfirmModal({
        title: t('removeTitle', { name: profile.name }),
        children: <Text size="sm">{t('removeText')}</Text>,
        labels: { confirm: t('removeConfirm'), cancel: t('cancel') },
        confirmProps: { color: 'red.9' },
        closeButtonProps: { 'aria-label': t('common:close') },
        onConfirm: () => remove(profile),
      }),
  }
}
