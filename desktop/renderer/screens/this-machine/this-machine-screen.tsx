import { Alert, Stack } from '@mantine/core'
import { Info } from 'lucide-react'
import { ScreenFrame } from '../../parts/screen-frame.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { useActiveProfile, useConsole } from '../../session/console-state.ts'
import { AuditSection } from './audit-section.tsx'
import { BackUpSection } from './back-up-section.tsx'
import { ImportSection } from './import-section.tsx'
import { LogSection } from './log-section.tsx'
import { RestoreSection } from './restore-section.tsx'
import { ServerSection } from './server-section.tsx'
import { UpdateSection } from './update-section.tsx'

/** The server of this machine: whether it runs, what it takes in, and its backups. */
export function ThisMachineScreen() {
  const { t } = useTranslation('thisMachine')
  const { local } = useConsole()
  const profile = useActiveProfile()
  return (
    <ScreenFrame title={t('title')} about={t('about')}>
      {profile?.kind === 'server' && (
        <Alert variant="light" color="gray" icon={<Info aria-hidden />}>
          {t('remoteActive', { name: profile.name })}
        </Alert>
      )}
      <Stack gap="lg">
        <ServerSection local={local} />
        <LogSection />
        <ImportSection isDemo={local.isDemo} />
        <BackUpSection local={local} />
        <RestoreSection local={local} />
        <AuditSection local={local} />
        <UpdateSection />
      </Stack>
    </ScreenFrame>
  )
}
