import { randomBytes } from 'node:crypto'
import { fail } from '../../shared/failure.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { SignInState } from '../../shared/sign-in.ts'
import { timestampOf } from '../../shared/timestamp-of.ts'
import { isReservedName } from '../access/token-names.ts'
import { hashToken, mintToken } from '../access/token-text.ts'
import type { Parts } from '../context/parts.ts'
import type { Accepted } from './outcome.ts'

/** Milliseconds. */
const sessionLength = 8 * 3_600_000

/** Tries, since a random name may be taken. */
const mostNames = 5

type Start = {
  readonly accepted: Accepted
  /** The stored sign-in that it redeems. */
  readonly signIn: Uint8Array | null
  readonly requestId: string
}

/** Creates the operator token of a session. Its text is in this answer alone. */
export async function createSession(
  { accepted, signIn, requestId }: Start,
  { store, clock }: Pick<Parts, 'store' | 'clock'>,
): Promise<Result<SignInState>> {
  const { subject: owner, permissions, tenantId, providerSession, vouchedAt } = accepted
  const at = clock.now()
  const expiresAt = at + sessionLength
  const token = mintToken()
  const origin = { providerSession, vouchedAt, signIn, requestId }
  const session = { owner, permissions, tenantId, hash: hashToken(token), expiresAt, at, ...origin }
  for (let tries = 1; tries <= mostNames; tries += 1) {
    const tokenName = sessionNameOf(accepted.name)
    const started = await store.startSession({ ...session, name: tokenName })
    if (started.kind === 'refused') return err(started.failure)
    if (started.kind === 'created')
      return ok({ state: 'signed-in', token, tokenName, owner, expiresAt: timestampOf(expiresAt) })
  }
  return fail('AlreadyExists', { info: ['name: other operator tokens have the names of this session'] })
}

/** Unique, since the audit names it: one person may have several sessions. */
function sessionNameOf(name: string): string {
  const visible = name.replace(/[^\p{L}\p{N}\p{P}\p{S}]/gu, '').slice(0, 40)
  const ending = `session ${randomBytes(3).toString('hex')}`
  return visible === '' || isReservedName(visible) ? `a person, ${ending}` : `${visible}, ${ending}`
}
