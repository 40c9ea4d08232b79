import { Switch } from '@mantine/core'
import { changeSettings } from '../../parts/change-settings.ts'
import { PassphraseForm } from '../../parts/passphrase-form.tsx'
import { Section } from '../../parts/section.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { useConsole } from '../../session/console-state.ts'
import { WholeNumber } from './setting-fields.tsx'

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
      <SystemUnlockSwitch />
      <PassphraseForm />
    </Section>
  )
}

function SystemUnlockSwitch() {
  const { t } = useTranslation('settings')
  const { settings, systemUnlock } = useConsole()
  const { unlocksWithSystem } = settings
  return (
    <Switch
      label={t('systemUnlock')}
      description={t(`systemUnlockAbout.${systemUnlock}`)}
      checked={unlocksWithSystem}
      disabled={systemUnlock === 'none' && !unlocksWithSystem}
      onChange={({ currentTarget }) => void changeSettings({ ...settings, unlocksWithSystem: currentTarget.checked })}
    />
  )
}
