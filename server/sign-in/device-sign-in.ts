import { z } from 'zod'
import { failureOfCode } from '../../shared/failure.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { BegunSignIn, SignInState } from '../../shared/sign-in.ts'
import { timestampOf } from '../../shared/timestamp-of.ts'
import { type Redemption, signInLength, unknownAttempt } from './browser-sign-in.ts'
import { createSession } from './create-session.ts'
import { ProviderError } from './identity-provider.ts'
import type { Refused } from './outcome.ts'
import type { SignInParts } from './sign-in-parts.ts'
import { sha256Of } from './sign-in-secrets.ts'

const prefix = 'device.'

export const isDeviceAttempt = (attempt: string): boolean => attempt.startsWith(prefix)

/** The device code of the provider, as the client holds it: sealed, so that only this installation can use it. */
const DeviceAttempt = z.strictObject({
  deviceCode: z.string(),
  challenge: z.string(),
  expiresAt: z.number(),
  pollSeconds: z.number(),
})

export async function beginOnDevice(
  challenge: string,
  { provider, secrets, clock }: SignInParts,
): Promise<Result<BegunSignIn>> {
  const { deviceCode, userCode, url, expiresInSeconds, pollSeconds } = await provider.beginDevice()
  const expiresAt = clock.now() + Math.min(expiresInSeconds * 1_000, signInLength)
  const sealed = await secrets.seal({ deviceCode, challenge, expiresAt, pollSeconds }, 'device')
  return ok({ attempt: prefix + sealed, url, code: userCode, expiresAt: timestampOf(expiresAt), pollSeconds })
}

export async function redeemFromDevice(
  { attempt, verifier, requestId }: Redemption,
  parts: SignInParts,
): Promise<Result<SignInState>> {
  const { provider, secrets, clock, judge } = parts
  const opened = await secrets.unseal(attempt.slice(prefix.length), 'device', DeviceAttempt)
  if (!opened || opened.expiresAt <= clock.now()) return unknownAttempt()
  if (opened.challenge !== sha256Of(verifier).toString('base64url')) return unknownAttempt()
  const outcome = await provider
    .personWith(opened.deviceCode)
    .then((person) => judge.judge(person, requestId))
    .catch((error) => pendingOr(error, (reason) => judge.refusedBy(reason, requestId)))
  if (outcome.kind === 'pending') return ok({ state: 'pending', pollSeconds: opened.pollSeconds + outcome.more })
  if (outcome.kind === 'refused') return err(failureOfCode('Forbidden', { message: outcome.message }))
  return createSession({ accepted: outcome, signIn: null, requestId }, parts)
}

/** The provider is asked by each poll of the client; a fault that may pass ends nothing. */
async function pendingOr(error: unknown, refused: (error: unknown) => Promise<Refused>) {
  const kind = error instanceof ProviderError ? error.kind : 'refused'
  if (kind === 'refused' || kind === 'untrusted') return refused(error)
  if (kind === 'unavailable') throw error
  return { kind: 'pending', more: kind === 'slow-down' ? 5 : 0 } as const
}
