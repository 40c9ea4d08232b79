import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { askLocal } from '../../session/ask-local.ts'
import { useConsole } from '../../session/console-state.ts'
import { failureIn } from '../../session/failure.ts'

type LocalSignInProps = { readonly onSignedIn: () => void; readonly onLater: () => void }

/** For the server of this machine the console makes the token, whenever it starts that server. */
export function LocalSignIn({ onSignedIn, onLater }: LocalSignInProps) {
  const { t } = useTranslation('connect')
  const queryClient = useQueryClient()
  const { isDemo } = useConsole().local
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => askLocal({ do: 'start', withDemo: isDemo }),
    onSuccess: () => {
      onSignedIn()
      void queryClient.invalidateQueries()
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm">{t('localToken')}</Text>
      {error && <FailureNotice failure={failureIn(error)} />}
      <Group gap="xs" justify="space-between">
        <BusyButton data-autofocus loading={isPending} onClick={() => mutate()}>
          {t('newLocalToken')}
        </BusyButton>
        <Button variant="subtle" color="gray" onClick={onLater}>
          {t('later')}
        </Button>
      </Group>
    </Stack>
  )
}
