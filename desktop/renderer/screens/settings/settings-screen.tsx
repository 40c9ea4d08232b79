import { Alert, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Settings } from '../../../bridge/settings.ts'
import { languages } from '../../../words/words.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { changeSettings } from '../../parts/change-settings.ts'
import { ScreenFrame } from '../../parts/screen-frame.tsx'
import { Section } from '../../parts/section.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { bridge } from '../../session/bridge.ts'
import { useConsole } from '../../session/console-state.ts'
import { InBackground } from './background.tsx'
import { Diagnostics } from './diagnostics.tsx'
import { Locking } from './locking.tsx'
import { WholeNumber } from './setting-fields.tsx'

export function SettingsScreen() {
  const { t } = useTranslation('settings')
  return (
    <ScreenFrame title={t('title')}>
      <Stack gap="md" maw={760}>
        <Appearance />
        <LanguageChoice />
        <RotationDue />
        <InBackground />
        <Locking />
        <Keychain />
        <Diagnostics />
      </Stack>
    </ScreenFrame>
  )
}

const schemes = ['auto', 'light', 'dark'] as const
const densities = ['comfortable', 'compact'] as const

export function Appearance() {
  const { t } = useTranslation('settings')
  const { settings } = useConsole()
  const change = (changes: Partial<Settings>) => void changeSettings({ ...settings, ...changes })
  return (
    <Section title={t('appearance')}>
      <Group gap="lg">
        <SegmentedControl
          aria-label={t('appearance')}
          value={settings.colourScheme}
          onChange={(scheme) => change({ colourScheme: scheme as Settings['colourScheme'] })}
          data={schemes.map((scheme) => ({ value: scheme, label: t(scheme) }))}
        />
        <SegmentedControl
          aria-label={t('density')}
          value={settings.density}
          onChange={(density) => change({ density: density as Settings['density'] })}
          data={densities.map((density) => ({ value: density, label: t(density) }))}
        />
      </Group>
    </Section>
  )
}

const choices = ['system', ...languages] as const

export function LanguageChoice() {
  const { t } = useTranslation('settings')
  const { settings } = useConsole()
  const change = (language: string) => void changeSettings({ ...settings, language: language as Settings['language'] })
  return (
    <Section title={t('language')}>
      <Group>
        <SegmentedControl
          aria-label={t('language')}
          value={settings.language}
          onChange={change}
          data={choices.map((value) => ({ value, label: value === 'system' ? t('system') : t(`languages.${value}`) }))}
        />
      </Group>
    </Section>
  )
}

export function RotationDue() {
  const { t } = useTranslation('settings')
  const { settings } = useConsole()
  return (
    <Section title={t('due')} about={t('dueAbout')}>
      <WholeNumber
        label={t('dueDays')}
        value={settings.rotationDueDays}
        most={3650}
        onSettled={(rotationDueDays) => void changeSettings({ ...settings, rotationDueDays })}
      />
    </Section>
  )
}

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
