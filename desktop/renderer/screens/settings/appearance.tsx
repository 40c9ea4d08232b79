import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Settings } from '../../../bridge/settings.ts'
import { Section } from '../../parts/section.tsx'
import { useConsole } from '../../session/console-state.ts'
import { changeSettings } from './change-settings.ts'

const schemes = ['auto', 'light', 'dark'] as const

export function Appearance() {
  const { t } = useTranslation('settings')
  const { settings } = useConsole()
  const change = (scheme: string) =>
    void changeSettings({ ...settings, colourScheme: scheme as Settings['colourScheme'] })
  return (
    <Section title={t('appearance')}>
      <SegmentedControl
        aria-label={t('appearance')}
        value={settings.colourScheme}
        onChange={change}
        data={schemes.map((scheme) => ({ value: scheme, label: t(scheme) }))}
        w={320}
      />
    </Section>
  )
}
