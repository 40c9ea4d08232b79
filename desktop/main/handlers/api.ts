import { type Answer, answer, refuse } from '../../bridge/answer.ts'
import type { StageReport } from '../../bridge/progress.ts'
import type { Parsed } from '../../bridge/schema.ts'
import type { Handlers } from '../gate.ts'
import type { LocalMode } from '../local/local-mode.ts'
import type { Tell } from '../platform.ts'
import type { Authorities } from '../profiles/authorities.ts'
import type { ConsoleFile } from '../profiles/console-file.ts'
import { isSameServer } from '../profiles/same-server.ts'
import type { ApiForwarder, Caller } from '../remote/api-forwarder.ts'
import { testConnection } from '../remote/connection-test/connection-test.ts'
import type { WalletListings } from '../remote/wallets/wallet-listings.ts'
import type { OperatorTokens } from '../tokens/operator-tokens.ts'

type Parts = {
  readonly file: ConsoleFile
  readonly tokens: OperatorTokens
  readonly local: LocalMode
  readonly authorities: Authorities
  readonly forwarder: ApiForwarder
  readonly listings: WalletListings
  readonly tell: Tell
}

/** Who calls which server: the profile with its token. One of this machine has the address that its server has now. */
async function callerOf({ file, tokens, local }: Parts, profileId: string | null): Promise<Answer<Caller>> {
  const known = file.current().profiles.find(({ id }) => id === profileId)
  if (!known) return refuse('NoSuchProfile')
  const profile = await local.reach(known)
  if (!profile.ok) return profile
  const token = await tokens.of(known.id)
  if (!token.ok) return token
  // While the keychain was asked, the profile may have become that of another server, with another token.
  const now = file.current().profiles.find(({ id }) => id === known.id)
  return now && isSameServer(profile.value, now)
    ? answer({ profile: profile.value, token: token.value })
    : refuse('NoSuchProfile', { info: ['The server of this profile was changed or removed meanwhile.'] })
}

/** What goes to a server. */
export function apiHandlers(parts: Parts): Pick<Handlers, 'call' | 'wallets' | 'test'> {
  const { file, authorities, forwarder, listings, tell } = parts

  /** The token of the profile, if it was given for the very server and trust that are to be tried. */
  async function tokenFor(draft: Parsed<'test'>) {
    const isKnown = file.current().profiles.some((profile) => isSameServer(profile, draft))
    const caller = isKnown ? await callerOf(parts, draft.id) : null
    return caller?.ok && isSameServer(caller.value.profile, draft) ? caller.value.token : null
  }

  return {
    call: async ({ profileId, path, input, idempotencyKey }) => {
      const caller = await callerOf(parts, profileId)
      return caller.ok ? forwarder.forward(caller.value, { path, input: input ?? {}, idempotencyKey }) : caller
    },
    wallets: async ({ profileId, request }) => {
      const caller = await callerOf(parts, profileId)
      return caller.ok ? listings.slice(caller.value, request) : caller
    },
    test: async (draft) => {
      if (!authorities.isChosen(draft.caFile)) return refuse('NotAllowed')
      const onReport = (report: StageReport) => tell('progress', { task: 'test', report })
      return answer(await testConnection({ profile: draft, token: await tokenFor(draft), onReport }))
    },
  }
}
