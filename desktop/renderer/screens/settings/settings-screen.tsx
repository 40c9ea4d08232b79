import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Page } from '../../parts/page.tsx'
import { Appearance } from './appearance.tsx'
import { Diagnostics } from './diagnostics.tsx'
import { Keychain } from './keychain.tsx'
import { Locking } from './locking.tsx'
import { RotationDue } from './rotation-due.tsx'

export function SettingsScreen() {
  const { t } = useTranslation('settings')
  return (
    <Page title={t('title')}>
      <Stack gap="md" maw={760}>
        <Appearance />
        <RotationDue />
        <Locking />
        <Keychain />
        <Diagnostics />
      </Stack>
    </Page>
  )
}
