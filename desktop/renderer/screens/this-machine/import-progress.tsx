import { Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainText } from '../../parts/plain-text.tsx'
import { useProgress } from '../../parts/use-progress.ts'
import { bytesText } from './bytes-text.ts'

type ReadSoFar = { readonly file: string; readonly readBytes: number; readonly allBytes: number }

/** Which file is being read, and how much of all has been. */
export function ImportProgress() {
  const { t } = useTranslation('thisMachine')
  const [soFar, setSoFar] = useState<ReadSoFar | null>(null)
  useProgress('import', setSoFar)
  const { file = '', readBytes = 0, allBytes = 0 } = soFar ?? {}
  const percent = allBytes > 0 ? Math.min(100, (readBytes / allBytes) * 100) : 0
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs" mih="1.5em">
        <Text size="sm">{soFar ? <PlainText text={t('reading', { file })} /> : t('choosing')}</Text>
        {soFar && <Text size="sm">{t('readBytes', { read: bytesText(readBytes), all: bytesText(allBytes) })}</Text>}
      </Group>
      <Progress value={percent} aria-label={t('importing')} />
    </Stack>
  )
}
