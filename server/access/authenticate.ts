import { fail } from '../../shared/failure.ts'
import { isWellFormedToken } from '../../shared/operator-token.ts'
import { type Result, succeed } from '../../shared/result.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store/store.ts'
import type { Principal } from './principal.ts'
import { hashToken } from './token-text.ts'

/** Finds whose token an Authorization header carries; looked up on every request, so a revocation holds at once. */
export async function authenticate(
  authorization: string | undefined,
  { store, clock }: { store: Store; clock: Clock },
): Promise<Result<Principal>> {
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  if (!token || !isWellFormedToken(token)) return fail('Unauthenticated')
  const record = await store.findToken(hashToken(token))
  if (!record) return fail('Unauthenticated')
  if (record.revokedAt !== null)
    return fail('Unauthenticated', { message: 'This operator token was revoked. Ask for a new one.' })
  if (record.expiresAt <= clock.now())
    return fail('Unauthenticated', { message: 'This operator token has expired. Ask for a new one.' })
  return succeed(record)
}
