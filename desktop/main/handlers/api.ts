import { err, ok, type Result } from '../../../shared/result.ts'
import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'
import type { ProfileDraft } from '../../bridge/profiles.ts'
import type { StageReport, TestAnswer } from '../../bridge/progress.ts'
import { t } from '../../words/words.ts'
import type { Handlers } from '../gate.ts'
import type { LocalMode } from '../local/local-mode.ts'
import type { SendEvent } from '../platform.ts'
import type { Authorities } from '../profiles/authorities.ts'
import type { ConsoleFile } from '../profiles/console-file.ts'
import { isSameServer } from '../profiles/same-server.ts'
import type { ApiForwarder, AuthenticatedTarget } from '../remote/api-forwarder.ts'
import { testConnection } from '../remote/connection-test/connection-test.ts'
import type { IdentityProviders } from '../remote/identity-provider.ts'
import type { ReadNotReady } from '../remote/readiness.ts'
import type { WalletListings } from '../remote/wallets/wallet-listings.ts'
import type { OperatorTokens } from '../tokens/operator-tokens.ts'
import type { WithheldSecret } from '../tokens/withheld-secret.ts'

type Parts = {
  readonly file: ConsoleFile
  readonly tokens: OperatorTokens
  readonly local: LocalMode
  readonly authorities: Authorities
  readonly forwarder: ApiForwarder
  readonly readNotReady: ReadNotReady
  readonly identityProviders: Pick<IdentityProviders, 'nameAt'>
  readonly listings: WalletListings
  readonly sendEvent: SendEvent
  readonly secret: WithheldSecret
}

/** Who calls which server: the profile with its token. One of this machine has the address that its server has now. */
export async function authenticatedTarget(
  { file, tokens, local }: Pick<Parts, 'file' | 'tokens' | 'local'>,
  profileId: string | null,
): Promise<Result<AuthenticatedTarget, ConsoleFailure>> {
  const known = file.current().profiles.find(({ id }) => id === profileId)
  if (!known) return err(consoleFailure('NoSuchProfile'))
  const profile = await local.resolve(known)
  if (!profile.ok) return profile
  const token = await tokens.of(known.id)
  if (!token.ok) return token
  // While the keychain was asked, the profile may have become that of another server, with another token.
  const now = file.current().profiles.find(({ id }) => id === known.id)
  return now && isSameServer(profile.value, now)
    ? ok({ profile: profile.value, token: token.value })
    : err(consoleFailure('NoSuchProfile', { info: [t('connect:profileGone')] }))
}

/** What goes to a server. */
export function apiHandlers(parts: Parts): Pick<Handlers, 'call' | 'wallets' | 'test'> {
  const { file, authorities, forwarder, listings, sendEvent, secret } = parts

  /** The token of the profile, if it was given for the very server and trust that are to be tried. */
  async function tokenFor(draft: ProfileDraft) {
    const isKnown = file.current().profiles.some((profile) => isSameServer(profile, draft))
    const target = isKnown ? await authenticatedTarget(parts, draft.id) : null
    return target?.ok && isSameServer(target.value.profile, draft) ? target.value.token : null
  }

  async function testDraft(draft: ProfileDraft): Promise<Result<TestAnswer, ConsoleFailure>> {
    if (!authorities.isChosen(draft.caFile)) return err(consoleFailure('NotAllowed'))
    const onReport = (report: StageReport) => sendEvent('progress', { task: 'test', report })
    const reports = await testConnection({ profile: draft, token: await tokenFor(draft), onReport })
    return ok({ kind: 'stages', reports })
  }

  async function askIfReady(profileId: string | null): Promise<Result<TestAnswer, ConsoleFailure>> {
    const target = await authenticatedTarget(parts, profileId)
    if (!target.ok) return target
    return ok({ kind: 'readiness', notReady: await parts.readNotReady(target.value.profile) })
  }

  async function askProvider(profileId: string | null): Promise<Result<TestAnswer, ConsoleFailure>> {
    const profile = file.current().profiles.find(({ id }) => id === profileId)
    if (!profile) return err(consoleFailure('NoSuchProfile'))
    const name = profile.kind === 'local' ? null : await parts.identityProviders.nameAt(profile)
    return ok({ kind: 'identity-provider', name })
  }

  return {
    call: async ({ profileId, path, input, idempotencyKey }) => {
      const target = await authenticatedTarget(parts, profileId)
      if (!target.ok) return target
      const reply = await forwarder.forward(target.value, { path, input: input ?? {}, idempotencyKey })
      if (!reply.ok) return reply
      const { output, trace } = reply.value
      return ok({ output: secret.withhold(path, output), trace })
    },
    wallets: async ({ profileId, request }) => {
      const target = await authenticatedTarget(parts, profileId)
      return target.ok ? listings.slice(target.value, request) : target
    },
    test: async (request) => {
      if (!('ask' in request)) return testDraft(request)
      return request.ask === 'readiness' ? askIfReady(request.profileId) : askProvider(request.profileId)
    },
  }
}
