import { useInfiniteQuery } from '@tanstack/react-query'
import { api, client } from '../../session/api.ts'
import type { AuditQuestion } from './audit-view.ts'

const isId = (text: string) => /^[1-9]\d{0,18}$/.test(text)

/** The records that answer the question, newest first, page by page. An id is asked for once it is one. */
export function useAudit({ kind, custodianId }: AuditQuestion) {
  const input = { ...(kind && { kind }), ...(isId(custodianId) && { custodianId }) }
  return useInfiniteQuery({
    // Not the options that tRPC makes: they send a direction, which an older server refuses.
    queryKey: [...api.audit.list.pathKey(), 'pages', input],
    queryFn: ({ pageParam, signal }) =>
      client.audit.list.query({ ...input, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}
