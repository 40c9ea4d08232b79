import { useTranslation } from 'react-i18next'
import { Section } from '../../parts/section.tsx'
import { useConsole } from '../../session/console-state.ts'
import { changeSettings } from './change-settings.ts'
import { PassphraseForm } from './passphrase-form.tsx'
import { WholeNumber } from './whole-number.tsx'

export function Locking() {
  const { t } = useTranslation('settings')
  const { settings, screenLockReport } = useConsole()
  return (
    <Section title={t('locking')} about={t(`lockingAbout.${screenLockReport}`)}>
      <WholeNumber
        label={t('lockMinutes')}
        value={settings.lockAfterMinutes}
        most={120}
        onSettled={(lockAfterMinutes) => void changeSettings({ ...settings, lockAfterMinutes })}
      />
      <PassphraseForm />
    </Section>
  )
}
