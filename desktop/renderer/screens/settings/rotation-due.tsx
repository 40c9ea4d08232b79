import { useTranslation } from 'react-i18next'
import { useConsole } from '../../console-state.ts'
import { Section } from '../../parts/section.tsx'
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
