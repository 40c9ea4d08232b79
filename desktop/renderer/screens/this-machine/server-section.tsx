import { Alert, Badge, Button, Code, DataList, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import type { LocalServer } from '../../../bridge/local.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { DataChoice, WhichData } from '../../parts/data-choice.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { Section } from '../../parts/section.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { failureFrom } from '../../session/failure.ts'
import { callLocalServer, reveal } from '../../session/local-server.ts'
import classes from './this-machine.module.css'

const colours = { absent: 'gray', stopped: 'gray', starting: 'blue', running: 'green', crashed: 'red' } as const

/** Whether the server runs, where it answers and keeps its data, and starting and stopping it. */
export function ServerSection({ local }: { readonly local: LocalServer }) {
  const { t } = useTranslation('thisMachine')
  const [withDemo, setWithDemo] = useState(local.isDemo)
  const start = useMutation({ mutationFn: () => callLocalServer({ do: 'start', withDemo }) })
  const stop = useMutation({ mutationFn: () => callLocalServer({ do: 'stop' }) })
  const isUp = local.status === 'running' || local.status === 'starting'
  const failed = start.error ?? stop.error
  return (
    <Section title={t('server')} aside={<Status local={local} />}>
      <Places local={local} />
      {local.lastEnd !== null && <LastEnd local={local} />}
      {failed && local.status !== 'crashed' && <FailureNotice failure={failureFrom(failed)} />}
      {!isUp && <DataChoice withDemo={withDemo} onChange={setWithDemo} isDisabled={start.isPending} />}
      <Group gap="xs">
        {isUp ? (
          <BusyButton variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            {t('stop')}
          </BusyButton>
        ) : (
          <BusyButton loading={start.isPending} onClick={() => start.mutate()}>
            {t('start')}
          </BusyButton>
        )}
      </Group>
    </Section>
  )
}

function Status({ local: { status, isDemo } }: { readonly local: LocalServer }) {
  const { t } = useTranslation('thisMachine')
  return (
    <Group gap="xs" role="status">
      {status !== 'absent' && <WhichData isDemo={isDemo} />}
      <Badge variant="light" color={colours[status]}>
        {t(`statuses.${status}`)}
      </Badge>
    </Group>
  )
}

function Places({ local: { status, url, dataDir } }: { readonly local: LocalServer }) {
  const { t } = useTranslation('thisMachine')
  if (status === 'absent') return <Text size="sm">{t('absentHint')}</Text>
  return (
    <DataList labelWidth="110px">
      <DataList.Item>
        <DataList.ItemLabel>{t('address')}</DataList.ItemLabel>
        <DataList.ItemValue>
          {url ? (
            <Group gap={4}>
              <Code>{url}</Code>
              <CopyButton text={url} what={t('address')} />
            </Group>
          ) : (
            t('noAddress')
          )}
        </DataList.ItemValue>
      </DataList.Item>
      <DataList.Item>
        <DataList.ItemLabel>{t('dataDir')}</DataList.ItemLabel>
        <DataList.ItemValue>{dataDir ? <Folder path={dataDir} /> : t('noDataDir')}</DataList.ItemValue>
      </DataList.Item>
    </DataList>
  )
}

function Folder({ path }: { readonly path: string }) {
  const { t } = useTranslation('thisMachine')
  return (
    <Group gap="xs">
      <Code>
        <PlainText text={path} />
      </Code>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<FolderOpen size={14} aria-hidden />}
        onClick={() => reveal('data')}
      >
        {t('reveal')}
      </Button>
    </Group>
  )
}

/** Why it ended unasked; it may be running again. */
function LastEnd({ local: { status, lastEnd } }: { readonly local: LocalServer }) {
  const { t } = useTranslation('thisMachine')
  const isDown = status === 'crashed'
  return (
    <Alert color={isDown ? 'red' : 'yellow'} variant="light" title={t('crashedTitle')} role={isDown ? 'alert' : 'note'}>
      <Text size="sm" className={classes.lines}>
        {lastEnd}
      </Text>
    </Alert>
  )
}
