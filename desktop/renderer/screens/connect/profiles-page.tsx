import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { HardDrive, Plus } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { Page } from '../../parts/page.tsx'
import { useConsole } from '../../session/console-state.ts'
import { failureIn } from '../../session/failure.ts'
import { ProfileRow } from './profile-row.tsx'
import classes from './profiles.module.css'
import { useProfileActions } from './use-profile-actions.tsx'

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
    <Page
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
      {error && <FailureNotice failure={failureIn(error)} />}
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
    </Page>
  )
}
