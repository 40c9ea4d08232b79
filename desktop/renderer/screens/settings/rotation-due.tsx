import { useTranslation } from 'react-i18next'
import { useConsole } from '../../console-state.ts'
import { changeSettings } from './change-settings.ts'
import { Section } from './section.tsx'
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
