import { useQuery } from '@tanstack/react-query'
import { api } from '../session/api.ts'
import { useMay } from '../session/session.ts'

/** Milliseconds between two looks at what is frozen, which someone else may change. */
const between = 60_000

/** What refuses changes now, as far as the token may read it. */
export function useFreezes() {
  const enabled = useMay('tenants:read') === true
  return useQuery(api.freezes.list.queryOptions({}, { enabled, refetchInterval: between }))
}
