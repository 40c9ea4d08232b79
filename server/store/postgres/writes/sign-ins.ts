import { loggedOut, mostOpenSignIns, redeemedAlready, refusalOfSignedIn } from '../../sign-ins.ts'
import type { CreatedToken, NewSession, NewSignIn, RefusedGrant, SignInSettlement } from '../../token-writes.ts'
import { only } from '../connection.ts'
import { lockRestrictions } from '../locks.ts'
import { tenantWith } from '../reads/custodians.ts'
import { selectSignIn } from '../reads/sign-ins.ts'
import type { Transaction } from '../transact.ts'
import { wasLoggedOut } from './provider-logouts.ts'
import { addUnlessTaken } from './tokens.ts'

async function openSignIn({ query }: Transaction, { id, challenge, at, expiresAt }: NewSignIn): Promise<boolean> {
  await query('DELETE FROM sign_ins WHERE expires_at <= $at', { at })
  const { open } = only(await query<{ open: bigint }>('SELECT count(*) AS open FROM sign_ins'))
  if (open >= mostOpenSignIns) return false
  await query('INSERT INTO sign_ins VALUES ($id, $challenge, $expiresAt, NULL) ON CONFLICT DO NOTHING', {
    id,
    challenge,
    expiresAt,
  })
  return true
}

async function settleSignIn({ query }: Transaction, { id, outcome, at }: SignInSettlement): Promise<boolean> {
  const sql = `UPDATE sign_ins SET outcome = $outcome
    WHERE sign_in_id = $id AND expires_at > $at AND (outcome IS NULL OR outcome = $outcome) RETURNING 1`
  return (await query(sql, { id, outcome, at })).length === 1
}

async function startSession(transaction: Transaction, started: NewSession): Promise<CreatedToken | RefusedGrant> {
  const { signIn, providerSession, vouchedAt: _, ...session } = started
  const { query } = transaction
  await lockRestrictions(query)
  const tenant = session.tenantId === null ? null : await tenantWith(query, session.tenantId)
  const refusal = refusalOfSignedIn(session.tenantId, tenant)
  if (refusal) return { kind: 'refused', failure: refusal }
  const found = signIn && (await selectSignIn(query, signIn))
  if (signIn && !(found?.outcome && found.expiresAt > session.at)) return { kind: 'refused', failure: redeemedAlready }
  if (await wasLoggedOut(query, started)) return { kind: 'refused', failure: loggedOut }
  const created = await addUnlessTaken(transaction, { ...session, actor: session.name, origin: 'sign-in' })
  if (created.kind === 'created') {
    await query('DELETE FROM sign_ins WHERE sign_in_id = $signIn', { signIn })
    const sql = 'UPDATE operator_tokens SET provider_session = $providerSession WHERE token_id = $tokenId'
    await query(sql, { providerSession, tokenId: created.tokenId })
  }
  return created
}

export const signInWrites = { openSignIn, settleSignIn, startSession } as const
