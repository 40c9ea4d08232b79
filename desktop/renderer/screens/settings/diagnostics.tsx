import { Button, Code, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ConsoleState } from '../../../bridge/state.ts'
import { Section } from '../../parts/section.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { bridge } from '../../session/bridge.ts'
import { useConsole } from '../../session/console-state.ts'

export function Diagnostics() {
  const { t } = useTranslation('settings')
  const report = reportOf(useConsole())
  const copy = async () => {
    const { ok } = await bridge.copy({ text: report })
    notifications.show({ message: t(ok ? 'reportCopied' : 'reportNotCopied') })
  }
  return (
    <Section title={t('diagnostics')} about={t('diagnosticsAbout')}>
      <Code block>{report}</Code>
      <Group>
        <Button variant="default" onClick={() => void copy()}>
          {t('copyReport')}
        </Button>
      </Group>
    </Section>
  )
}

/** What a person who helps needs to know, line by line; nothing in it is secret. */
function reportOf({
  versions,
  isSandboxed,
  keychain,
  local,
  profiles,
  activeProfileId,
  settings,
  lock,
  systemUnlock,
  hasTray,
}: ConsoleState): string {
  const active = profiles.find(({ id }) => id === activeProfileId)
  const lines = {
    ...versions,
    sandbox: isSandboxed ? 'on' : 'off (--no-sandbox)',
    server: active ? `${active.url} (${active.environment.label})` : 'none',
    'signed in': active?.isSignedIn ? 'yes' : 'no',
    'private authority': active?.caFile ? 'yes' : 'no',
    profiles: profiles.length,
    keychain: problemOf(keychain),
    'local server': local.status + (local.lastEnd ? ` (${local.lastEnd})` : ''),
    'colour scheme': settings.colourScheme,
    'locks after': `${settings.lockAfterMinutes} minutes`,
    'system unlock': `${systemUnlock}, ${settings.unlocksWithSystem ? 'on' : 'off'}`,
    background: `tray ${settings.showsTrayIcon ? 'on' : 'off'} (${hasTray ? 'available' : 'none'}), notifications ${settings.notifies}`,
    passphrase: lock.hasPassphrase ? 'set' : 'not set',
  }
  return Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

const problemOf = ({ backend, problem }: ConsoleState['keychain']) => backend + (problem ? ` (${problem.code})` : '')
