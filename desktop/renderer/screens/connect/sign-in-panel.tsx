import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { ClipboardPaste } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../../../../shared/session.ts'
import type { KnownProfile } from '../../../bridge/state.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { useConsole } from '../../session/console-state.ts'
import { failureIn } from '../../session/failure.ts'
import { useSignIn } from './use-sign-in.ts'

type SignInPanelProps = {
  readonly profile: KnownProfile
  readonly onSignedIn: (session: Session) => void
  readonly onLater: () => void
}

/** Asks for a token without ever seeing it. */
export function SignInPanel({ profile, onSignedIn, onLater }: SignInPanelProps) {
  const { t } = useTranslation('connect')
  const { mutate, isPending, variables, error } = useSignIn(profile, onSignedIn)
  const { keychain } = useConsole()
  const command = t('tokenCommand')
  return (
    <Stack gap="md">
      <Text size="sm">{t(`tokenPath.${keychain.backend}`)}</Text>
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {t('tokenFrom')}
        </Text>
        <Group gap={4}>
          <Code>{command}</Code>
          <CopyButton text={command} what={t('commandName')} />
        </Group>
      </Stack>
      {error && <FailureNotice failure={failureIn(error)} />}
      <Group gap="xs">
        <BusyButton
          data-autofocus
          leftSection={<ClipboardPaste size={16} aria-hidden />}
          loading={isPending && variables === 'clipboard'}
          onClick={() => mutate('clipboard')}
        >
          {t('fromClipboard')}
        </BusyButton>
        <BusyButton variant="default" loading={isPending && variables === 'file'} onClick={() => mutate('file')}>
          {t('fromFile')}
        </BusyButton>
        <Button variant="subtle" color="gray" ml="auto" onClick={onLater}>
          {t('later')}
        </Button>
      </Group>
    </Stack>
  )
}
