import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Attention, attentionOf, failuresCountSince } from '../../bridge/attention.ts'
import { type EarlierFailures, readEarlierFailures, recentRecords } from '../../bridge/attention-reads.ts'
import { api, client } from '../session/api.ts'
import { useConsole } from '../session/console-state.ts'
import { useMay, useSession } from '../session/session.ts'

/** Failures that are older than the newest records; asked for only where there are older records that can count. */
function useEarlierFailures(
  before: string | null,
  since: string | null,
  isEnabled: boolean,
): EarlierFailures | undefined {
  return useQuery({
    queryKey: [...api.audit.list.pathKey(), 'failures', before, since],
    queryFn: () =>
      readEarlierFailures({ before: before as string, since: since as string }, (query) =>
        client.audit.list.query(query),
      ),
    enabled: isEnabled && before !== null && since !== null,
    placeholderData: keepPreviousData,
  }).data
}

type NeedsAttention = {
  readonly items: readonly Attention[]
  /** Whether the audit log has more failures than were read. */
  readonly isCut: boolean
}

/** What needs an operator, by what is loaded; loads it where `isLoading` is set and the token may. */
export function useAttention({ isLoading }: { readonly isLoading: boolean }): NeedsAttention {
  const session = useSession()
  const dueDays = useConsole().settings.rotationDueDays
  const mayList = useMay('custodians:read') === true
  const mayAudit = useMay('audit:read') === true
  const custodians = useQuery(api.custodians.list.queryOptions({}, { enabled: isLoading && mayList })).data
  const audit = useQuery(api.audit.list.queryOptions(recentRecords, { enabled: isLoading && mayAudit })).data
  const since = useMemo(() => (custodians ? failuresCountSince(custodians) : null), [custodians])
  const earlier = useEarlierFailures(audit?.nextCursor ?? null, since, isLoading && mayAudit)
  const items = useMemo(() => {
    const records = { records: audit?.records, earlierFailures: earlier?.records }
    return attentionOf({ custodians, session, ...records, now: Date.now(), dueDays })
  }, [custodians, session, audit, earlier, dueDays])
  return { items, isCut: earlier?.isCut ?? false }
}
