import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Session } from '../../../../shared/session.ts'
import type { KnownProfile } from '../../../bridge/state.ts'
import { api } from '../../session/api.ts'
import { bridge } from '../../session/bridge.ts'
import { useActiveProfile } from '../../session/console-state.ts'
import { valueIn } from '../../session/failure.ts'
import { forgetFormerToken } from '../../session/forget-answers.ts'
import { forgetSignInRequest } from '../../session/sign-in-request.ts'

/** Where new keys are typed. */
const rotateRoute = '/custodians/$custodianId/rotate'

type Source = 'clipboard' | 'file'

/** Whether it is the same token, as far as a session tells. */
const isSame = (one: Session | undefined, other: Session): boolean =>
  one?.tokenName === other.tokenName &&
  one.expiresAt === other.expiresAt &&
  one.tenant?.id === other.tenant?.id &&
  `${one.permissions}` === `${other.permissions}`

/** Signs in with a token that main reads, works with that server from then on, and reads again what is shown. */
export function useSignIn({ id }: KnownProfile, onSignedIn: (session: Session) => void) {
  const queryClient = useQueryClient()
  const active = useActiveProfile()
  const router = useRouter()
  return useMutation({
    mutationFn: async (source: Source) => {
      const former = queryClient.getQueryData(api.session.whoAmI.queryKey({}))
      const session = valueIn(await bridge.signIn({ profileId: id, source }))
      if (session && id !== active?.id) valueIn(await bridge.profile({ do: 'select', id }))
      return session && { session, isSame: isSame(former, session) }
    },
    onSuccess: (signedIn) => {
      if (!signedIn) return
      onSignedIn(signedIn.session)
      forgetSignInRequest()
      if (signedIn.isSame) void queryClient.invalidateQueries()
      else forgetFormerToken({ isTyping: router.state.matches.some(({ routeId }) => routeId === rotateRoute) })
    },
  })
}
