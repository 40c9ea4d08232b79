import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../session/api.ts'
import { useConsole } from '../session/console-state.ts'
import { useMay, useSession } from '../session/session.ts'
import { type Attention, attentionOf } from './attention.ts'

/** The newest records, of which failures are found and the activity is shown. */
export const recentRecords = { limit: 100 } as const

/** What needs an operator, by what is loaded; loads it where `isLoading` is set and the token may. */
export function useAttention({ isLoading }: { readonly isLoading: boolean }): readonly Attention[] {
  const session = useSession()
  const dueDays = useConsole().settings.rotationDueDays
  const mayList = useMay('custodians:read') === true
  const mayAudit = useMay('audit:read') === true
  const custodians = useQuery(api.custodians.list.queryOptions({}, { enabled: isLoading && mayList })).data
  const audit = useQuery(api.audit.list.queryOptions(recentRecords, { enabled: isLoading && mayAudit })).data
  return useMemo(
    () => attentionOf({ custodians, session, records: audit?.records, now: Date.now(), dueDays }),
    [custodians, session, audit, dueDays],
  )
}
