import { ok, type Result } from '../../../shared/result.ts'
import type { Secret } from '../../../shared/secret.ts'
import type { Session } from '../../../shared/session.ts'
import type { ConsoleFailure } from '../../bridge/failures.ts'
import type { SignOutAnswer } from '../../bridge/state.ts'
import type { RemoteServer } from '../remote/connections.ts'
import type { IdentityProviders } from '../remote/identity-provider.ts'
import type { OperatorTokens } from './operator-tokens.ts'

/** Tokens that are sessions with an identity provider: their server can end them at once, on all servers. */
export type ProviderSessions = {
  /** Stores the token that was signed in with, and ends the session that the profile had before. */
  start(server: RemoteServer, started: StartedSession): Promise<Result<null, ConsoleFailure>>
  /** Erases the token of a profile, and ends its session where it is one, in a few seconds or not at all. */
  signOut(server: RemoteServer): Promise<Result<SignOutAnswer, ConsoleFailure>>
}

/** A token that its server accepted, and what it said of it. */
export type StartedSession = { readonly token: Secret; readonly session: Session }

/** When sessions end, by the ID of their profile; beyond the end of the console. */
type Ends = {
  current(): Readonly<Record<string, string>>
  save(ends: Readonly<Record<string, string>>): void
}

type Parts = {
  readonly ends: Ends
  readonly tokens: OperatorTokens
  readonly providers: Pick<IdentityProviders, 'signOut'>
}

export function createProviderSessions({ ends, tokens, providers }: Parts): ProviderSessions {
  const endOf = (profileId: string): string | null => ends.current()[profileId] ?? null

  function noteEnd(profileId: string, endsAt: string | null): void {
    if (endOf(profileId) === endsAt) return
    const { [profileId]: _former, ...others } = ends.current()
    ends.save(endsAt === null ? others : { ...others, [profileId]: endsAt })
  }

  /** The token of a session that may go on; null where there is none, or the keychain does not give it. */
  async function tokenOfOpen(profileId: string): Promise<Secret | null> {
    if (!isAhead(endOf(profileId))) return null
    const found = await tokens.of(profileId)
    return found.ok ? found.value : null
  }

  return {
    start: async (server, { token, session }) => {
      const former = await tokenOfOpen(server.id)
      const stored = await tokens.put(server.id, token)
      if (!stored.ok) return stored
      noteEnd(server.id, session.origin === 'sign-in' ? session.expiresAt : null)
      if (former && former.reveal() !== token.reveal()) void providers.signOut(server, former)
      return stored
    },
    signOut: async (server) => {
      const endsAt = endOf(server.id)
      const token = await tokenOfOpen(server.id)
      const erased = await tokens.erase(server.id)
      if (!erased.ok) tokens.forget() // a console that is locked keeps none in memory
      const isEnded = token !== null && (await providers.signOut(server, token))
      if (erased.ok) noteEnd(server.id, null)
      return erased.ok ? ok({ openUntil: isAhead(endsAt) && !isEnded ? endsAt : null }) : erased
    },
  }
}

const isAhead = (moment: string | null): boolean => moment !== null && Date.parse(moment) > Date.now()
