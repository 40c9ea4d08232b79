import { useQuery } from '@tanstack/react-query'
import type { Permission } from '../../../shared/permissions.ts'
import type { Session } from '../../../shared/session.ts'
import { api } from './api.ts'
import { useActiveProfile } from './console-state.ts'

/** Whose token is used, and what it may do; undefined until that is known. */
export function useSession(): Session | undefined {
  const enabled = useActiveProfile()?.isSignedIn ?? false
  return useQuery(api.session.whoAmI.queryOptions({}, { enabled, staleTime: 60_000 })).data
}

/** Whether the token has the permission; null until that is known. */
export function useMay(permission: Permission): boolean | null {
  const session = useSession()
  return session ? session.permissions.includes(permission) : null
}
