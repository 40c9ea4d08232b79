import { useLayoutEffect, useRef } from 'react'
import { api } from './api.ts'
import { useConsole } from './console-state.ts'
import { queryClient } from './query-client.ts'
import { clearSignInRequest } from './sign-in-request.ts'

/** What one server answered is never shown as another's, nor after signing out. */
export function clearCache(): void {
  clearSignInRequest()
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.resetQueries()
}

/**
 * What another token has read is not for the one that is used now. Where new keys are being typed, the custodian stays
 * until it is read again, for the fields would go with it; a token that may not read it takes it away.
 */
export function clearCacheOfFormerToken({ isTyping }: { readonly isTyping: boolean }): void {
  const custodians = isTyping ? queryClient.getQueryCache().findAll(api.custodians.list.pathFilter()) : []
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.resetQueries({ predicate: (query) => !custodians.includes(query) })
  void queryClient.invalidateQueries(api.custodians.list.pathFilter())
}

/** Forgets as soon as another profile is in use, before the screen is painted. */
export function useCacheOfOneServer(): void {
  const { activeProfileId } = useConsole()
  const shown = useRef(activeProfileId)
  useLayoutEffect(() => {
    if (shown.current === activeProfileId) return
    shown.current = activeProfileId
    clearCache()
  }, [activeProfileId])
}
