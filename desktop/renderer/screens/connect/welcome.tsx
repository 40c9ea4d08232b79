import { Button, Paper, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { HardDrive, type LucideIcon, Server } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { BusyButton } from '../../parts/busy-button.tsx'
import { DataChoice } from '../../parts/data-choice.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { Mark } from '../../parts/mark.tsx'
import { ScreenFrame } from '../../parts/screen-frame.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { useActiveProfile } from '../../session/console-state.ts'
import { failureFrom } from '../../session/failure.ts'
import { callLocalServer } from '../../session/local-server.ts'

type WayProps = {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function Way({ icon: Icon, title, text, children }: WayProps) {
  return (
    <Paper component="section" withBorder p="lg">
      <Stack h="100%" gap="md">
        <ThemeIcon variant="light" size="xl">
          <Icon size={22} aria-hidden />
        </ThemeIcon>
        <Stack gap={4}>
          <Title order={2} size="h5">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </Stack>
        {children}
      </Stack>
    </Paper>
  )
}

type WelcomeProps = { readonly starting: ReturnType<typeof useStartLocal>; readonly onConnect: () => void }

/** The first start: whose server the console works with. */
export function Welcome({ starting, onConnect }: WelcomeProps) {
  const { t } = useTranslation('connect')
  const [withDemo, setWithDemo] = useState(false)
  const { isPending, error, mutate } = starting
  return (
    <ScreenFrame title={t('welcome')} about={t('welcomeAbout')} emblem={<Mark size={40} />}>
      {error && <FailureNotice failure={failureFrom(error)} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} maw={960}>
        <Way icon={Server} title={t('toServer')} text={t('toServerText')}>
          <Button mt="auto" onClick={onConnect} disabled={isPending}>
            {t('toServer')}
          </Button>
        </Way>
        <Way icon={HardDrive} title={t('toMachine')} text={t('toMachineText')}>
          <DataChoice withDemo={withDemo} onChange={setWithDemo} isDisabled={isPending} />
          <BusyButton mt="auto" variant="default" loading={isPending} onClick={() => mutate(withDemo)}>
            {t('start')}
          </BusyButton>
        </Way>
      </SimpleGrid>
      <Text size="sm" role="status" mih="1.5em">
        {isPending && t('starting')}
      </Text>
    </ScreenFrame>
  )
}

/** Starts the server of this machine, and goes to what it holds once it is in use, unless the person went elsewhere. */
export function useStartLocal() {
  const router = useRouter()
  const isInUse = useActiveProfile()?.kind === 'local'
  const start = useMutation({ mutationFn: (withDemo: boolean) => callLocalServer({ do: 'start', withDemo }) })
  useEffect(() => {
    const isStillHere = router.latestLocation.pathname === '/connect'
    if (start.isSuccess && isInUse && isStillHere) void router.navigate({ to: '/home' })
  }, [start.isSuccess, isInUse, router])
  return start
}
