import { Accordion, Code, Group, List, Stack, Text } from '@mantine/core'
import type { AuditRecord } from '../../../../shared/audit.ts'
import { RefreshButton } from '../../parts/busy-button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { fileNameOf } from '../../parts/export-file.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { LoadingRows, QueryView } from '../../parts/query-view.tsx'
import { ScreenFrame } from '../../parts/screen-frame.tsx'
import { localOf } from '../../parts/time-text.ts'
import { useTranslation } from '../../parts/use-translation.ts'
import { useProfileState } from '../../session/use-profile-state.ts'
import { auditCsv, auditNdjson } from './audit-export.ts'
import { AuditFilterFields } from './audit-filter.tsx'
import { AuditRecords, useAudit } from './audit-records.tsx'
import { everything, found } from './audit-view.ts'

/** Everything that changed something or asked a provider. */
export function AuditScreen() {
  const { t } = useTranslation('audit')
  const [view, setView] = useProfileState('audit', everything)
  const query = useAudit(view)
  const records = query.data?.pages.flatMap((page) => page.records) ?? []
  const shown = found(records, view)
  const asOf = query.data ? new Date(query.dataUpdatedAt).toISOString() : null
  return (
    <ScreenFrame
      title={t('title')}
      about={asOf ? t('asOf', { time: localOf(asOf) }) : t('about')}
      actions={
        <>
          <AuditExport records={shown} asOf={asOf} />
          <RefreshButton query={query} />
        </>
      }
    >
      <AuditFilterFields
        view={view}
        onView={setView}
        records={records}
        shown={shown.length}
        hasMore={query.hasNextPage}
      />
      <QueryView query={query} loading={<LoadingRows count={10} />}>
        {() => <AuditRecords query={query} loaded={records} shown={shown} onClear={() => setView(everything)} />}
      </QueryView>
      {/* Below what is read, so that it need not move when that comes. */}
      {!query.isPending && <Verifying />}
    </ScreenFrame>
  )
}

type AuditExportProps = { readonly records: readonly AuditRecord[]; readonly asOf: string | null }

/** Writes the records that are shown. */
export function AuditExport({ records, asOf }: AuditExportProps) {
  const { t } = useTranslation('export')
  if (!asOf) return <ExportMenu formats={[]} disabled />
  return (
    <ExportMenu
      formats={[
        { label: t('csv'), file: () => ({ name: fileNameOf('audit', asOf, 'csv'), text: auditCsv(records) }) },
        { label: t('ndjson'), file: () => ({ name: fileNameOf('audit', asOf, 'ndjson'), text: auditNdjson(records) }) },
      ]}
    />
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
