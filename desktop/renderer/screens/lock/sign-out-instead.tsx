import { Divider, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { KnownProfile } from '../../../bridge/state.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { bridge } from '../../session/bridge.ts'
import { failureIn, valueIn } from '../../session/failure.ts'
import { forgetAnswers } from '../../session/forget-answers.ts'

/** For whoever has neither passphrase nor token at hand: the token goes, and what was read with it. */
export function SignOutInstead({ profile }: { readonly profile: KnownProfile }) {
  const { t } = useTranslation('lock')
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => valueIn(await bridge.signOut({ profileId: profile.id })),
    onSuccess: forgetAnswers,
  })
  return (
    <>
      <Divider />
      <Stack gap={4} align="center">
        {error && <FailureNotice failure={failureIn(error)} />}
        <BusyButton variant="subtle" color="gray" size="sm" loading={isPending} onClick={() => mutate()}>
          {t('signOut')}
        </BusyButton>
        <Text size="xs" c="dimmed" ta="center">
          {t('signOutHint', { name: profile.name })}
        </Text>
      </Stack>
    </>
  )
}
