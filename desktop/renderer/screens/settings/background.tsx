import { Input, SegmentedControl, Stack, Switch } from '@mantine/core'
import { useId } from 'react'
import type { Settings } from '../../../bridge/settings.ts'
import { changeSettings } from '../../parts/change-settings.ts'
import { Section } from '../../parts/section.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { useConsole } from '../../session/console-state.ts'

const levels = ['nothing', 'critical', 'everything'] as const satisfies readonly Settings['notifies'][]

/** What is shown of Home outside the window: all of it is off until a person asks for it. */
export function InBackground() {
  const { t } = useTranslation('settings')
  const { settings, hasTray } = useConsole()
  const { showsTrayIcon, notifies, checksWhileLocked } = settings
  const change = (changes: Partial<Settings>) => void changeSettings({ ...settings, ...changes })
  return (
    <Section title={t('background')} about={t('backgroundAbout')}>
      <Switch
        label={t('trayIcon')}
        description={t(`trayIconAbout.${hasTray ? 'shown' : 'noTray'}`)}
        checked={showsTrayIcon}
        onChange={({ currentTarget }) => change({ showsTrayIcon: currentTarget.checked })}
      />
      <NotifyLevel level={notifies} onChange={(level) => change({ notifies: level })} />
      <Switch
        label={t('checksWhileLocked')}
        description={t('checksWhileLockedAbout')}
        checked={checksWhileLocked}
        disabled={!showsTrayIcon && notifies === 'nothing'}
        onChange={({ currentTarget }) => change({ checksWhileLocked: currentTarget.checked })}
      />
    </Section>
  )
}

type NotifyLevelProps = {
  readonly level: Settings['notifies']
  readonly onChange: (level: Settings['notifies']) => void
}

function NotifyLevel({ level, onChange }: NotifyLevelProps) {
  const { t } = useTranslation('settings')
  const id = useId()
  return (
    <Stack gap={4} align="flex-start">
      <Input.Label component="div" id={id}>
        {t('notifies')}
      </Input.Label>
      <Input.Description>{t('notifiesAbout')}</Input.Description>
      <SegmentedControl
        aria-labelledby={id}
        value={level}
        onChange={(chosen) => onChange(chosen as Settings['notifies'])}
        data={levels.map((value) => ({ value, label: t(`notifyLevels.${value}`) }))}
      />
    </Stack>
  )
}
