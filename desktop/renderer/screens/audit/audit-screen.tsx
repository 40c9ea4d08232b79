import { Accordion, Button, Code, Group, List, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { RefreshButton } from '../../parts/busy-button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { fileNameOf } from '../../parts/export-file.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { LoadingRows, QueryView } from '../../parts/query-view.tsx'
import { ScreenFrame } from '../../parts/screen-frame.tsx'
import { localOf } from '../../parts/time-text.ts'
import { useTranslation } from '../../parts/use-translation.ts'
import { auditCsv, auditNdjson } from './audit-export.ts'
import { AuditFilterFields } from './audit-filter.tsx'
import { AuditRecords, useAudit } from './audit-records.tsx'
import { type AuditQuestion, everything } from './audit-view.ts'
import { useAllRecords } from './use-all-records.ts'
import { useAuditView } from './use-audit-view.ts'

/** Milliseconds after the last change of the filter until the server is asked. */
const typing = 300

/** Everything that changed something or asked a provider. */
export function AuditScreen() {
  const { t } = useTranslation('audit')
  const [view, setView] = useAuditView()
  const [asked] = useDebouncedValue(view, typing)
  const query = useAudit(asked)
  const records = query.data?.pages.flatMap((page) => page.records) ?? []
  const asOf = query.data ? new Date(query.dataUpdatedAt).toISOString() : null
  return (
    <ScreenFrame
      title={t('title')}
      about={asOf ? t('asOf', { time: localOf(asOf) }) : t('about')}
      actions={
        <>
          <AuditExport key={JSON.stringify(asked)} question={asked} asOf={asOf} />
          <RefreshButton query={query} />
        </>
      }
    >
      <AuditFilterFields view={view} onView={setView} loaded={query.data ? records.length : null} />
      <QueryView query={query} loading={<LoadingRows count={10} />}>
        {() => <AuditRecords query={query} records={records} onClear={() => setView(everything)} />}
      </QueryView>
      {/* Below what is read, so that it need not move when that comes. */}
      {!query.isPending && <Verifying />}
    </ScreenFrame>
  )
}

type AuditExportProps = { readonly question: AuditQuestion; readonly asOf: string | null }

/** Writes every record that answers the question, also those that are not loaded, and says how far reading came. */
function AuditExport({ question, asOf }: AuditExportProps) {
  const { t } = useTranslation('export')
  const { read, done, stop } = useAllRecords(question)
  const fileOf = (format: 'csv' | 'ndjson', textOf: typeof auditCsv) => async () => {
    const records = await read()
    return records && { name: fileNameOf('audit', asOf ?? '', format), text: textOf(records) }
  }
  return (
    <>
      <Text size="sm" c="dimmed" role="status" py={8}>
        {done !== null && t('audit:exporting', { count: done })}
      </Text>
      {done === null ? (
        <ExportMenu
          disabled={asOf === null}
          formats={[
            { label: t('csv'), file: fileOf('csv', auditCsv) },
            { label: t('ndjson'), file: fileOf('ndjson', auditNdjson) },
          ]}
        />
      ) : (
        <Button variant="default" onClick={stop}>
          {t('audit:exportStop')}
        </Button>
      )}
    </>
  )
}

const verify = 'strongroom audit verify --data DIR'
const exportAll = 'strongroom audit export --data DIR --output audit.ndjson'

/** What verifying is, and how it is done where there is no network. */
export function Verifying() {
  const { t } = useTranslation('audit')
  return (
    <Accordion variant="contained" order={2} transitionDuration={0} styles={{ item: { transition: 'none' } }}>
      <Accordion.Item value="verifying">
        <Accordion.Control>{t('verifying')}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="xs" maw={760}>
            <Text size="sm">{t('verifyWhat')}</Text>
            <List size="sm" spacing="xs">
              <List.Item>
                {t('verifyHow')} <Command text={verify} />
              </List.Item>
              <List.Item>
                {t('verifyOffline')} <Command text={exportAll} />
              </List.Item>
              <List.Item>{t('verifyKeep')}</List.Item>
            </List>
            <Text size="sm">{t('verifyExport')}</Text>
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

function Command({ text }: { readonly text: string }) {
  const { t } = useTranslation('audit')
  return (
    <Group gap={4} wrap="nowrap" mt={4}>
      <Code>{text}</Code>
      <CopyButton text={text} what={t('command')} />
    </Group>
  )
}
