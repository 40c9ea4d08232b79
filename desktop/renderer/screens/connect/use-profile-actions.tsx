import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KnownProfile } from '../../../bridge/state.ts'
import { bridge } from '../../session/bridge.ts'
import { useActiveProfile, useConsole } from '../../session/console-state.ts'
import { valueIn } from '../../session/failure.ts'
import { forgetAnswers } from '../../session/forget-answers.ts'

/** What was done with a server whose token was to be erased. */
type Done = { readonly what: 'signedOut' | 'removed'; readonly profile: KnownProfile }
type Task = { readonly run: () => Promise<unknown>; readonly done?: Done; readonly onDone?: () => void }

/** Choosing, leaving and removing servers; `said` tells what was done. */
export function useProfileActions(onRemoved: () => void) {
  const { t } = useTranslation(['connect', 'common'])
  const active = useActiveProfile()
  const { unerased } = useConsole().keychain
  const [done, setDone] = useState<Done | null>(null)
  const { mutate, error } = useMutation({
    mutationFn: ({ run }: Task) => run(),
    onSuccess: (_, { done = null, onDone }) => {
      setDone(done)
      onDone?.()
    },
  })
  const said = ({ what, profile: { id, name } }: Done) => t(unerased.includes(id) ? `${what}Unerased` : what, { name })
  const leave = async ({ id }: KnownProfile) => {
    valueIn(await bridge.signOut({ profileId: id }))
    if (id === active?.id) forgetAnswers()
  }
  const remove = (profile: KnownProfile) =>
    mutate({
      run: async () => valueIn(await bridge.profile({ do: 'remove', id: profile.id })),
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
        labels: { confirm: t('removeConfirm'), cancel: t('keep') },
        confirmProps: { color: 'red.9' },
        closeButtonProps: { 'aria-label': t('common:close') },
        onConfirm: () => remove(profile),
      }),
  }
}
