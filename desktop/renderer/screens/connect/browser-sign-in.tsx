import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AppWindow } from 'lucide-react'
import { useEffect } from 'react'
import type { KnownProfile } from '../../../bridge/state.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { nameText, PlainText } from '../../parts/plain-text.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { bridge } from '../../session/bridge.ts'

/** What the identity provider of a server is called; null where it has none, undefined until that is known. */
export function useIdentityProvider({ id, url }: KnownProfile): string | null | undefined {
  return useQuery({
    queryKey: ['identity-provider', id, url],
    queryFn: async () => {
      const answer = await bridge.test({ profileId: id, ask: 'identity-provider' })
      return answer.ok && answer.value.kind === 'identity-provider' ? answer.value.name : null
    },
  }).data
}

type SignInWithProviderProps = { readonly name: string; readonly onStart: () => void }

/** The way in without a token. */
export function SignInWithProvider({ name, onStart }: SignInWithProviderProps) {
  const { t } = useTranslation('connect')
  return (
    <Stack gap="xs" align="flex-start">
      <BusyButton data-autofocus autoFocus leftSection={<AppWindow size={16} aria-hidden />} onClick={onStart}>
        <PlainText text={t('signInWith', { name })} isOneLine />
      </BusyButton>
      <Text size="sm" c="dimmed">
        {t('signInWithAbout')}
      </Text>
    </Stack>
  )
}

type WaitingProps = {
  readonly profile: KnownProfile
  readonly name: string
  /** Null until the browser is open. */
  readonly code: string | null
}

/** While the person is in the browser. Leaving ends the sign-in. */
export function WaitingForBrowser({ profile: { id }, name, code }: WaitingProps) {
  const { t } = useTranslation('connect')
  const cancel = () => void bridge.signIn({ profileId: id, cancel: 'identity-provider' })
  useEffect(() => () => void bridge.signIn({ profileId: id, cancel: 'identity-provider' }), [id])
  return (
    <Stack gap="md" role="status">
      <Group gap="xs">
        <Loader size={16} aria-hidden />
        <Title order={3} size="h5">
          {t('inBrowser')}
        </Title>
      </Group>
      <Text size="sm">
        {code === null ? t('openingBrowser') : <PlainText text={t('inBrowserText', { name: nameText(name) })} />}
      </Text>
      {code !== null && (
        <Text size="xl" fw={600} ff="monospace">
          <PlainText text={code} isOneLine />
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" autoFocus onClick={cancel}>
          {t('cancel')}
        </Button>
      </Group>
    </Stack>
  )
}
