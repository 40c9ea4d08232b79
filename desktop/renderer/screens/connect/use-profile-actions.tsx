import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KnownProfile } from '../../../bridge/state.ts'
import { bridge } from '../../bridge.ts'
import { useActiveProfile } from '../../console-state.ts'
import { valueIn } from '../../failure.ts'
import { forgetAnswers } from './forget-answers.ts'

type Task = { readonly run: () => Promise<unknown>; readonly said?: string; readonly onDone?: () => void }

/** Choosing, leaving and removing servers; `said` tells what was done. */
export function useProfileActions(onRemoved: () => void) {
  const { t } = useTranslation(['connect', 'common'])
  const active = useActiveProfile()
  const [said, setSaid] = useState('')
  const { mutate, error } = useMutation({
    mutationFn: ({ run }: Task) => run(),
    onSuccess: (_, { said = '', onDone }) => {
      setSaid(said)
      onDone?.()
    },
  })
  const leave = async ({ id }: KnownProfile) => {
    valueIn(await bridge.signOut({ profileId: id }))
    if (id === active?.id) forgetAnswers()
  }
  const remove = ({ id, name }: KnownProfile) =>
    mutate({
      run: async () => valueIn(await bridge.profile({ do: 'remove', id })),
      said: t('removed', { name }),
      onDone: onRemoved,
    })

  return {
    error,
    said,
    select: ({ id }: KnownProfile) => mutate({ run: async () => valueIn(await bridge.profile({ do: 'select', id })) }),
    signOut: (profile: KnownProfile) =>
      mutate({ run: () => leave(profile), said: t('signedOut', { name: profile.name }) }),
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
