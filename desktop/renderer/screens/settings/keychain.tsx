import { Alert, Stack, Text } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useConsole } from '../../console-state.ts'
import { Section } from './section.tsx'

/** Where tokens rest, and what to do when the keychain cannot be used. */
export function Keychain() {
  const { t } = useTranslation('settings')
  const { backend, problem } = useConsole().keychain
  return (
    <Section title={t('keychainTitle')} about={t(backend)}>
      {problem && (
        <Alert color="yellow" variant="light" icon={<KeyRound aria-hidden />}>
          <Stack gap={4}>
            <Text size="sm">{problem.message}</Text>
            <Text size="sm">{problem.nextStep}</Text>
          </Stack>
        </Alert>
      )}
    </Section>
  )
}
