import { useTranslation } from 'react-i18next'
import { Section } from '../../parts/section.tsx'
import { useConsole } from '../../session/console-state.ts'
import { changeSettings } from './change-settings.ts'
import { WholeNumber } from './whole-number.tsx'

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
