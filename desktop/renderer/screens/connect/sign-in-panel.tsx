import { Button, Code, Divider, Group, Loader, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '../../../../shared/session.ts'
import type { KnownProfile } from '../../../bridge/state.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { api } from '../../session/api.ts'
import { bridge } from '../../session/bridge.ts'
import { clearCacheOfFormerToken } from '../../session/clear-cache.ts'
import { useActiveProfile, useConsole } from '../../session/console-state.ts'
import { failureFrom, valueIn } from '../../session/failure.ts'
import { clearSignInRequest } from '../../session/sign-in-request.ts'
import { useProgress } from '../../session/use-progress.ts'
import { SignInWithProvider, useIdentityProvider, WaitingForBrowser } from './browser-sign-in.tsx'

type SignInPanelProps = {
  readonly profile: KnownProfile
  readonly onSignedIn: (session: Session) => void
  readonly onLater: () => void
}

/** Signs in with the identity provider of the server, or with a token that it never sees. */
export function SignInPanel({ profile, onSignedIn, onLater }: SignInPanelProps) {
  const { t } = useTranslation('connect')
  const signIn = useSignIn(profile, onSignedIn)
  const provider = useIdentityProvider(profile)
  const [code, setCode] = useState<string | null>(null)
  useProgress('sign-in', (progress) => setCode(progress.code))
  const startInBrowser = () => {
    setCode(null)
    signIn.mutate('identity-provider')
  }
  if (provider === undefined) return <Loader size={16} role="status" aria-label={t('common:loading')} />
  if (provider !== null && signIn.isPending && signIn.variables === 'identity-provider')
    return <WaitingForBrowser profile={profile} name={provider} code={code} />
  return (
    <Stack gap="md">
      {provider !== null && <SignInWithProvider name={provider} onStart={startInBrowser} />}
      {signIn.error && <FailureNotice failure={failureFrom(signIn.error)} />}
      {provider !== null && <Divider label={t('orWithToken')} labelPosition="left" />}
      <TokenSignIn signIn={signIn} isFirst={provider === null} onLater={onLater} />
    </Stack>
  )
}

type TokenSignInProps = {
  readonly signIn: ReturnType<typeof useSignIn>
  /** Whether there is no other way in. */
  readonly isFirst: boolean
  readonly onLater: () => void
}

function TokenSignIn({ signIn: { mutate, isPending, variables }, isFirst, onLater }: TokenSignInProps) {
  const { t } = useTranslation('connect')
  const { keychain } = useConsole()
  const command = t('tokenCommand')
  return (
    <>
      <Text size="sm">{t(`tokenPath.${keychain.backend}`)}</Text>
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {t('tokenFrom')}
        </Text>
        <Group gap={4}>
          <Code>{command}</Code>
          <CopyButton text={command} what={t('commandName')} />
        </Group>
        <Text size="sm" c="dimmed">
          {t('otherRoles')}
        </Text>
      </Stack>
      <Group gap="xs">
        <BusyButton
          autoFocus={isFirst}
          {...(isFirst && { 'data-autofocus': true })}
          variant={isFirst ? 'filled' : 'default'}
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
    </>
  )
}

/** Where new keys are typed. */
const rotateRoute = '/custodians/$custodianId/rotate'

type Source = 'clipboard' | 'file' | 'identity-provider'

/** Whether it is the same token, as far as a session tells. */
const isSame = (one: Session | undefined, other: Session): boolean =>
  one?.tokenName === other.tokenName &&
  one.expiresAt === other.expiresAt &&
  one.tenant?.id === other.tenant?.id &&
  `${one.permissions}` === `${other.permissions}`

/** Signs in with a token that main reads, works with that server from then on, and reads again what is shown. */
function useSignIn({ id }: KnownProfile, onSignedIn: (session: Session) => void) {
  const queryClient = useQueryClient()
  const active = useActiveProfile()
  const router = useRouter()
  return useMutation({
    mutationFn: async (source: Source) => {
      const former = queryClient.getQueryData(api.session.whoAmI.queryKey({}))
      const session = valueIn(await bridge.signIn({ profileId: id, source }))
      if (session && id !== active?.id) valueIn(await bridge.profile({ do: 'select', id }))
      return session && { session, isSame: isSame(former, session) }
    },
    onSuccess: (signedIn) => {
      if (!signedIn) return
      onSignedIn(signedIn.session)
      clearSignInRequest()
      if (signedIn.isSame) void queryClient.invalidateQueries()
      else clearCacheOfFormerToken({ isTyping: router.state.matches.some(({ routeId }) => routeId === rotateRoute) })
    },
  })
}
