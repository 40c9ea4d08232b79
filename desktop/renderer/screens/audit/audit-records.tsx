import { Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditRecord } from '../../../../shared/audit.ts'
import { useCustodianNames } from '../../data/use-custodians.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { RowTable, useOpenRows } from '../../parts/row-table.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { useWiderThan } from '../../parts/use-wider-than.ts'
import { api, client } from '../../session/api.ts'
import { AuditCells, AuditDetail } from './audit-record.tsx'
import { type AuditQuestion, filterOf } from './audit-view.ts'

/** The records that answer the question, newest first, page by page. */
export function useAudit(question: AuditQuestion) {
  const input = filterOf(question)
  return useInfiniteQuery({
    // Not the options that tRPC makes: they send a direction, which an older server refuses.
    queryKey: [...api.audit.list.pathKey(), 'pages', input],
    queryFn: ({ pageParam, signal }) =>
      client.audit.list.query({ ...input, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

const columns = [
  { id: 'sequence', words: 'sequence', width: 88 },
  { id: 'at', words: 'at', width: 216 },
  { id: 'action', words: 'action', width: 150 },
  { id: 'outcome', words: 'outcome', width: 160 },
  { id: 'operator', words: 'operator', width: 150, grows: true },
  { id: 'custodian', words: 'custodian', width: 180, grows: true },
] as const

/** Where the window has room for one more column, so that none is half empty. */
const wideColumns = [
  { id: 'sequence', words: 'sequence', width: 110 },
  { id: 'at', words: 'at', width: 246 },
  { id: 'action', words: 'action', width: 230 },
  { id: 'outcome', words: 'outcome', width: 200 },
  { id: 'operator', words: 'operator', width: 270 },
  { id: 'custodian', words: 'custodian', width: 300, grows: true },
  { id: 'request', words: 'members.requestId', width: 260 },
] as const

/** Pixels of such a window. */
const wideWindow = 1880

type AuditRecordsProps = {
  readonly query: ReturnType<typeof useAudit>
  readonly records: readonly AuditRecord[]
  readonly onClear: () => void
}

/** The records, each of which opens in place, and the button for earlier ones. */
export function AuditRecords({ query, records, onClear }: AuditRecordsProps) {
  const { t } = useTranslation('audit')
  const { isOpen, toggle } = useOpenRows()
  const names = useCustodianNames()
  const isWide = useWiderThan(wideWindow)
  const { hasNextPage } = query
  const clear = (
    <Button variant="default" size="xs" onClick={onClear}>
      {t('clearFilter')}
    </Button>
  )
  return (
    <Stack gap="sm">
      {records.length === 0 ? (
        <Empty title={t('empty')} hint={t('emptyHint')} action={clear} />
      ) : (
        <RowTable
          label={t('table')}
          columns={(isWide ? wideColumns : columns).map(({ words, ...column }) => ({ ...column, title: t(words) }))}
          rows={records}
          keyOf={({ sequence }) => sequence}
          total={hasNextPage ? null : records.length}
          detail={(record) => (isOpen(record.sequence) ? <AuditDetail record={record} /> : null)}
        >
          {(record) => (
            <AuditCells
              record={record}
              custodian={names.get(record.custodianId ?? '')}
              isOpen={isOpen(record.sequence)}
              hasRequestColumn={isWide}
              onToggle={() => toggle(record.sequence)}
            />
          )}
        </RowTable>
      )}
      <Earlier query={query} hasLoaded={records.length > 0} />
    </Stack>
  )
}

type EarlierProps = { readonly query: ReturnType<typeof useAudit>; readonly hasLoaded: boolean }

/** Loads the records before those that are shown, or says that there are none. */
function Earlier({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, hasLoaded }: EarlierProps) {
  const { t } = useTranslation('audit')
  return (
    <Group justify="center">
      {hasNextPage ? (
        <BusyButton variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('loadMore')}
        </BusyButton>
      ) : (
        hasLoaded && (
          <Text size="sm" c="dimmed">
            {t('end')}
          </Text>
        )
      )}
    </Group>
  )
}
