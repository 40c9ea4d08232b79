import { Button, Code, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { Section } from '../../parts/section.tsx'
import { bridge } from '../../session/bridge.ts'
import { useConsole } from '../../session/console-state.ts'
import { reportOf } from './report.ts'

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
