import { randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { fail, failureOfCode } from '../../shared/failure.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { BegunSignIn, SignInState } from '../../shared/sign-in.ts'
import { timestampOf } from '../../shared/timestamp-of.ts'
import { createSession } from './create-session.ts'
import { SignInOutcome } from './outcome.ts'
import type { SignInParts } from './sign-in-parts.ts'
import { sha256Of } from './sign-in-secrets.ts'

/** Milliseconds. */
export const signInLength = 10 * 60_000

const pollSeconds = 2

/** A page for the browser. `confirmation` is sent back when the person says that the sign-in is theirs. */
export type SignInPage =
  | { readonly kind: 'confirm'; readonly name: string; readonly code: string; readonly confirmation: string }
  | { readonly kind: 'done' | 'refused'; readonly message: string }

const expiredPage: SignInPage = {
  kind: 'refused',
  message: 'This sign-in has expired, or was used already. Return to Strongroom and sign in again.',
}

export const unknownAttempt = () =>
  fail('NotFound', { message: 'This sign-in has expired, or was redeemed already. Sign in again.' })

export async function beginInBrowser(
  challenge: string,
  { provider, secrets, store, clock }: SignInParts,
): Promise<Result<BegunSignIn>> {
  const state = randomBytes(32).toString('base64url')
  const url = await provider.authorizationUrl(await secrets.bindingOf(state))
  const at = clock.now()
  const expiresAt = at + signInLength
  const isOpen = await store.openSignIn({
    id: sha256Of(state),
    challenge: Buffer.from(challenge, 'base64url'),
    at,
    expiresAt,
  })
  if (!isOpen) return fail('TooManyRequests', { retryAfterSeconds: 60 })
  const code = await secrets.codeOf(state)
  return ok({ attempt: state, url, code, expiresAt: timestampOf(expiresAt), pollSeconds })
}

const settle = (state: string, outcome: SignInOutcome, { store, clock }: SignInParts) =>
  store.settleSignIn({ id: sha256Of(state), outcome: JSON.stringify(outcome), at: clock.now() })

type Answer = {
  /** What the browser was sent to, with the answer of the provider in its query. */
  readonly callback: URL
  readonly requestId: string
}

/** Reads the answer of the provider. Who is accepted there still has to say that the client is theirs. */
export async function answerInBrowser({ callback, requestId }: Answer, parts: SignInParts): Promise<SignInPage> {
  const { provider, secrets, store, clock, judge } = parts
  const state = callback.searchParams.get('state') ?? ''
  const found = await store.findSignIn(sha256Of(state))
  if (!found || found.outcome !== null || found.expiresAt <= clock.now()) return expiredPage
  const outcome = await provider
    .personAt(callback, await secrets.bindingOf(state))
    .then((person) => judge.judge(person, requestId))
    .catch((error) => judge.refusedBy(error, requestId))
  if (outcome.kind === 'accepted') {
    const confirmation = await secrets.seal({ state, outcome }, 'confirmation')
    return { kind: 'confirm', name: outcome.name, code: await secrets.codeOf(state), confirmation }
  }
  await settle(state, outcome, parts)
  return outcome
}

const Confirmation = z.strictObject({ state: z.string(), outcome: SignInOutcome })

/** Only the browser that the provider answered has the confirmation: a stranger who began the sign-in does not. */
export async function confirmInBrowser(confirmation: string, parts: SignInParts): Promise<SignInPage> {
  const opened = await parts.secrets.unseal(confirmation, 'confirmation', Confirmation)
  if (!opened || !(await settle(opened.state, opened.outcome, parts))) return expiredPage
  return { kind: 'done', message: 'You are signed in. Close this window and return to Strongroom.' }
}

export type Redemption = { readonly attempt: string; readonly verifier: string; readonly requestId: string }

export async function redeemFromBrowser(
  { attempt, verifier, requestId }: Redemption,
  parts: SignInParts,
): Promise<Result<SignInState>> {
  const { store, clock } = parts
  const id = sha256Of(attempt)
  const found = await store.findSignIn(id)
  if (!found || found.expiresAt <= clock.now()) return unknownAttempt()
  if (!timingSafeEqual(found.challenge, sha256Of(verifier))) return unknownAttempt()
  if (found.outcome === null) return ok({ state: 'pending', pollSeconds })
  const outcome = SignInOutcome.parse(JSON.parse(found.outcome))
  if (outcome.kind === 'refused') return err(failureOfCode('Forbidden', { message: outcome.message }))
  return createSession({ accepted: outcome, signIn: id, requestId }, parts)
}
