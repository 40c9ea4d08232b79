import { useLayoutEffect, useRef } from 'react'
import { queryClient } from '../../app/query-client.ts'
import { forgetSignInRequest } from '../../app/sign-in-request.ts'
import { useConsole } from '../../console-state.ts'

/** What one server answered is never shown as another's, nor after signing out. */
export function forgetAnswers(): void {
  forgetSignInRequest()
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.resetQueries()
}

/** Forgets as soon as another profile is in use, before the screen is painted. */
export function useAnswersOfOneServer(): void {
  const { activeProfileId } = useConsole()
  const shown = useRef(activeProfileId)
  useLayoutEffect(() => {
    if (shown.current === activeProfileId) return
    shown.current = activeProfileId
    forgetAnswers()
  }, [activeProfileId])
}
