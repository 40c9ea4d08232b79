import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Session } from '../../../../shared/session.ts'
import type { KnownProfile } from '../../../bridge/state.ts'
import { forgetSignInRequest } from '../../app/sign-in-request.ts'
import { bridge } from '../../bridge.ts'
import { useActiveProfile } from '../../console-state.ts'
import { valueIn } from '../../failure.ts'

type Source = 'clipboard' | 'file'

/** Signs in with a token that main reads, works with that server from then on, and reads again what is shown. */
export function useSignIn({ id }: KnownProfile, onSignedIn: (session: Session) => void) {
  const queryClient = useQueryClient()
  const active = useActiveProfile()
  return useMutation({
    mutationFn: async (source: Source) => {
      const session = valueIn(await bridge.signIn({ profileId: id, source }))
      if (session && id !== active?.id) valueIn(await bridge.profile({ do: 'select', id }))
      return session
    },
    onSuccess: (session) => {
      if (!session) return
      onSignedIn(session)
      forgetSignInRequest()
      void queryClient.invalidateQueries()
    },
  })
}
