import { toInt } from '../../integers.ts'
import { loggedOut, mostOpenSignIns, redeemedAlready, refusalOfSignedIn } from '../../sign-ins.ts'
import type { CreatedToken, NewSession, NewSignIn, RefusedGrant, SignInSettlement } from '../../token-writes.ts'
import type { Connection } from '../connection.ts'
import { selectTenants } from '../reads/custodians.ts'
import { findSignIn } from '../reads/sign-ins.ts'
import { prepared } from '../statements.ts'
import { isLoggedOut } from './provider-logouts.ts'
import { addToken } from './tokens.ts'

export function openSignIn(db: Connection, { id, challenge, at, expiresAt }: NewSignIn): boolean {
  prepared(db, 'DELETE FROM sign_ins WHERE expires_at <= ?').run(at)
  const { open } = prepared<{ open: bigint }>(db, 'SELECT count(*) AS open FROM sign_ins').get() as { open: bigint }
  if (open >= mostOpenSignIns) return false
  prepared(db, 'INSERT INTO sign_ins VALUES (?, ?, ?, NULL) ON CONFLICT DO NOTHING').run(id, challenge, expiresAt)
  return true
}

export function settleSignIn(db: Connection, { id, outcome, at }: SignInSettlement): boolean {
  const sql = `UPDATE sign_ins SET outcome = $outcome
    WHERE sign_in_id = $id AND expires_at > $at AND (outcome IS NULL OR outcome = $outcome)`
  return prepared(db, sql).run({ id, outcome, at }).changes === 1
}

export function startSession(db: Connection, started: NewSession): CreatedToken | RefusedGrant {
  const { signIn, providerSession, vouchedAt: _, ...session } = started
  const [tenant = null] = session.tenantId === null ? [] : selectTenants(db, session.tenantId)
  const refusal = refusalOfSignedIn(session.tenantId, tenant)
  if (refusal) return { kind: 'refused', failure: refusal }
  if (signIn !== null && !isRedeemable(db, signIn, session.at)) return { kind: 'refused', failure: redeemedAlready }
  if (isLoggedOut(db, started)) return { kind: 'refused', failure: loggedOut }
  const created = addToken(db, { ...session, actor: session.name, origin: 'sign-in' })
  if (created.kind === 'created') {
    prepared(db, 'DELETE FROM sign_ins WHERE sign_in_id = ?').run(signIn)
    const sql = 'UPDATE operator_tokens SET provider_session = ? WHERE token_id = ?'
    prepared(db, sql).run(providerSession, toInt(created.tokenId))
  }
  return created
}

function isRedeemable(db: Connection, id: Uint8Array, at: number): boolean {
  const signIn = findSignIn(db, id)
  return signIn !== null && signIn.outcome !== null && signIn.expiresAt > at
}
