import { fail } from '../../shared/failure.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { BegunSignIn, SignedOut, SignInState } from '../../shared/sign-in.ts'
import { byOf } from '../context/call.ts'
import type { Parts } from '../context/parts.ts'
import type { Principal } from '../context/principal.ts'
import {
  answerInBrowser,
  beginInBrowser,
  confirmInBrowser,
  type Redemption,
  redeemFromBrowser,
  type SignInPage,
} from './browser-sign-in.ts'
import { beginOnDevice, isDeviceAttempt, redeemFromDevice } from './device-sign-in.ts'
import { RolesFileError } from './granted-roles.ts'
import { createIdentityProvider, ProviderError } from './identity-provider.ts'
import { createJudge } from './outcome.ts'
import { createProviderLogouts } from './provider-logouts.ts'
import type { SignInSettings } from './settings.ts'
import type { SignInParts } from './sign-in-parts.ts'
import { createSignInSecrets } from './sign-in-secrets.ts'

/** Sign-in with the identity provider: begun by a client, answered in a browser, redeemed by that client. */
export type SignIn = {
  readonly name: string
  begin(request: { readonly challenge: string; readonly method: 'browser' | 'device' }): Promise<Result<BegunSignIn>>
  /** `target` is the path and query that the browser was sent to. */
  answer(target: string, requestId: string): Promise<SignInPage>
  confirm(confirmation: string): Promise<SignInPage>
  redeem(redemption: Redemption): Promise<Result<SignInState>>
  /** Ends the sessions that a logout token of the provider names. */
  endByProvider(logoutToken: string, requestId: string): Promise<Result<null>>
  signOut(principal: Principal, requestId: string): Promise<Result<SignedOut>>
}

export function createSignIn(
  settings: SignInSettings,
  parts: Pick<Parts, 'store' | 'vault' | 'clock' | 'log'>,
): SignIn {
  const { store, clock, log, vault } = parts
  const provider = createIdentityProvider(settings)
  const logouts = createProviderLogouts(settings, parts)
  const used: SignInParts = {
    store,
    clock,
    provider,
    secrets: createSignInSecrets(vault),
    judge: createJudge(settings, parts),
  }

  const orUnavailable = <Value>(work: Promise<Result<Value>>): Promise<Result<Value>> =>
    work.catch((error) => {
      if (!(error instanceof ProviderError || error instanceof RolesFileError)) throw error
      log.error({ reason: error.message }, 'no one can sign in with the identity provider now')
      return fail('NotReady', { message: unavailable(settings.name), retryAfterSeconds: 10 })
    })

  return {
    name: settings.name,
    begin: ({ challenge, method }) =>
      orUnavailable(method === 'device' ? beginOnDevice(challenge, used) : beginInBrowser(challenge, used)),
    answer: (target, requestId) => answerInBrowser({ callback: new URL(target, settings.publicUrl), requestId }, used),
    confirm: (confirmation) => confirmInBrowser(confirmation, used),
    redeem: (redemption) =>
      orUnavailable((isDeviceAttempt(redemption.attempt) ? redeemFromDevice : redeemFromBrowser)(redemption, used)),
    endByProvider: (logoutToken, requestId) => orUnavailable(logouts.end(logoutToken, requestId)),
    signOut: async (principal, requestId) => {
      if (principal.origin !== 'sign-in') return fail('Forbidden', { message: notASession })
      const tokens = [{ tokenId: principal.tokenId, reason: 'signed-out' }]
      await store.revokeTokens({ tokens, ...byOf({ principal, requestId }, clock.now()) })
      return ok({ endSessionUrl: await provider.endSessionUrl().catch(() => null) })
    },
  }
}

const notASession =
  'This operator token is not a session, so it cannot sign out; nothing was changed. Ask an administrator to revoke it.'

const unavailable = (name: string) =>
  `Sign-in with ${name} is not possible now: it cannot be reached, or is not set up correctly. Try again, or use an operator token.`
