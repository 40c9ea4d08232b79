import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Attention, attentionOf, failuresCountSince } from '../../bridge/attention.ts'
import {
  type EarlierFailures,
  expiringTokens,
  readEarlierFailures,
  recentRecords,
} from '../../bridge/attention-reads.ts'
import { api, client } from '../session/api.ts'
import { bridge } from '../session/bridge.ts'
import { useConsole } from '../session/console-state.ts'
import { valueIn } from '../session/failure.ts'
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

/** Why the server in use cannot do its work, in the language of the console; null while it can. */
function useNotReady(isEnabled: boolean): string | null | undefined {
  const { activeProfileId: profileId, language } = useConsole()
  return useQuery({
    queryKey: ['readiness', profileId, language],
    queryFn: async () => {
      const answer = valueIn(await bridge.test({ profileId, ask: 'readiness' }))
      return answer.kind === 'readiness' ? answer.notReady : null
    },
    enabled: isEnabled,
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
  const mayReadTokens = useMay('tokens:read') === true
  const custodians = useQuery(api.custodians.list.queryOptions({}, { enabled: isLoading && mayList })).data
  const audit = useQuery(api.audit.list.queryOptions(recentRecords, { enabled: isLoading && mayAudit })).data
  const tokens = useQuery(
    api.tokens.list.queryOptions(expiringTokens(Date.now()), { enabled: isLoading && mayReadTokens }),
  ).data
  const notReady = useNotReady(isLoading)
  const since = useMemo(() => (custodians ? failuresCountSince(custodians) : null), [custodians])
  const earlier = useEarlierFailures(audit?.nextCursor ?? null, since, isLoading && mayAudit)
  const items = useMemo(() => {
    const records = { records: audit?.records, earlierFailures: earlier?.records }
    return attentionOf({ custodians, session, tokens, notReady, ...records, now: Date.now(), dueDays })
  }, [custodians, session, tokens, notReady, audit, earlier, dueDays])
  return { items, isCut: earlier?.isCut ?? false }
}
