import { createHash } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { fail } from '../../shared/failure.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Parts } from '../context/parts.ts'
import { algorithms, clockTolerance, createPublisher } from './published-keys.ts'
import type { SignInSettings } from './settings.ts'

/** Seconds after its `iat` in which a logout token counts; its ID is remembered for longer. */
const maxTokenAge = 300

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** OpenID Connect Back-Channel Logout 1.0, section 2.4; a nonce would make it an ID token. */
const LogoutClaims = z
  .object({
    jti: z.string().min(1),
    sub: z.string().min(1).nullable().default(null),
    sid: z.string().min(1).nullable().default(null),
    events: z.object({ [logoutEvent]: z.object({}) }),
    nonce: z.undefined({ error: 'must be absent' }).optional(),
  })
  .refine(({ sub, sid }) => sub !== null || sid !== null, { error: 'sub or sid is missing' })

/** What the identity provider sends to the server when someone signs out there, or is signed out. */
export type ProviderLogouts = {
  /** Rejects with a `ProviderError` where the keys of the provider cannot be read. */
  end(logoutToken: string, requestId: string): Promise<Result<null>>
}

export function createProviderLogouts(
  settings: SignInSettings,
  { store, clock, log }: Pick<Parts, 'store' | 'clock' | 'log'>,
): ProviderLogouts {
  const publisher = createPublisher(settings)

  async function claimsIn(logoutToken: string) {
    const { issuer, keys } = await publisher()
    const { payload } = await jwtVerify(logoutToken, keys, {
      issuer,
      audience: settings.clientId,
      algorithms,
      clockTolerance,
      maxTokenAge,
      requiredClaims: ['iat', 'jti'],
      currentDate: new Date(clock.now()),
    })
    return LogoutClaims.safeParse(payload)
  }

  /** Anyone can send such a token: it is logged, and nothing of it is in the audit. */
  function refused(reason: string, requestId: string) {
    log.warn({ reason, requestId }, 'a logout of the identity provider was refused')
    return fail('ValidationError', { info: [`logout_token: ${reason}`] })
  }

  return {
    end: async (logoutToken, requestId) => {
      const claims = await claimsIn(logoutToken).catch((error) => {
        if (error instanceof errors.JOSEError) return error
        throw error
      })
      if (claims instanceof Error) return refused(claims.message, requestId)
      if (!claims.success) return refused(claims.error.issues[0]?.message ?? 'is not valid', requestId)
      const { jti, sub: subject, sid: providerSession } = claims.data
      const logoutId = createHash('sha256').update(jti).digest()
      const by = { actor: 'strongroom serve', requestId, at: clock.now() }
      const ended = await store.endProviderSessions({ logoutId, subject, providerSession, ...by })
      if (ended === null) return refused('was used already', requestId)
      log.info({ ended, requestId }, 'the identity provider reported a logout')
      return ok(null)
    },
  }
}
