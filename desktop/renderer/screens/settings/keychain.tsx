import { Alert, Stack, Text } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BusyButton } from '../../parts/busy-button.tsx'
import { Section } from '../../parts/section.tsx'
import { bridge } from '../../session/bridge.ts'
import { useConsole } from '../../session/console-state.ts'

/** Where tokens rest, and what to do when the keychain cannot be used. */
export function Keychain() {
  const { t } = useTranslation('settings')
  const { backend, problem } = useConsole().keychain
  const [isAsking, setAsking] = useState(false)
  const recheck = async () => {
    setAsking(true)
    await bridge.state({ recheck: 'keychain' })
    setAsking(false)
  }
  return (
    <Section title={t('keychainTitle')} about={t(backend)}>
      {problem && (
        <Alert color="yellow" variant="light" icon={<KeyRound aria-hidden />}>
          <Stack gap={4} align="flex-start">
            <Text size="sm">{problem.message}</Text>
            <Text size="sm">{problem.nextStep}</Text>
            <BusyButton size="xs" variant="default" mt="xs" loading={isAsking} onClick={() => void recheck()}>
              {t('recheck')}
            </BusyButton>
          </Stack>
        </Alert>
      )}
    </Section>
  )
}
