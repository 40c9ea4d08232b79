import { useQuery } from '@tanstack/react-query'
import type { Custodian } from '../../../../shared/custodians.ts'
import type { Permission } from '../../../../shared/permissions.ts'
import { api } from '../../api.ts'
import { untilReached } from '../../app/query-client.ts'

/** Milliseconds between two looks at custodians of which one is being rotated. */
const whileRotating = 2000

const isRotating = ({ state }: Custodian) => state === 'rotating'

/** The custodians that the token sees. */
export const useCustodians = () =>
  useQuery(
    api.custodians.list.queryOptions(
      {},
      { refetchInterval: (query) => (query.state.data?.some(isRotating) ? whileRotating : untilReached(query)) },
    ),
  )

/** Whose token is used, and what it may do; undefined until that is known. */
const useSession = () => useQuery(api.session.whoAmI.queryOptions({}, { staleTime: 60_000 })).data

/** Whether the token has the permission; null until that is known. */
export function useMay(permission: Permission): boolean | null {
  const session = useSession()
  return session ? session.permissions.includes(permission) : null
}

/** Names by id, as far as the token may read them. */
export function useTenantNames(): ReadonlyMap<string, string> {
  const session = useSession()
  const isPermitted = session?.permissions.includes('tenants:read') === true
  const { data = [] } = useQuery(api.tenants.list.queryOptions({}, { enabled: isPermitted, staleTime: 60_000 }))
  const own = session?.tenant ? [session.tenant] : []
  return new Map([...own, ...data].map(({ id, name }) => [id, name]))
}
