import type { Verdict } from '../../../../shared/providers.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import type { RotationOutcome, RotationStage } from '../../../../shared/rotations.ts'
import { type Actor, ImpossibleStep, isStep, type MachineState, stateOf } from '../../../rotations/machine.ts'
import { refusalOfActivation } from '../../../rotations/may-activate.ts'
import { actorIn, type By } from '../../by.ts'
import { toId } from '../../integers.ts'
import type { RotationAdvance, RotationCompletion, RotationEnd } from '../../rotation-writes.ts'
import { only, type SqlQuery } from '../connection.ts'
import { databaseTime } from '../lease.ts'
import { shareRestrictions } from '../locks.ts'
import { custodianOf, lockedCustodian } from '../reads/custodians.ts'
import { effectiveFreeze } from '../reads/freezes.ts'
import { selectToken } from '../reads/tokens.ts'
import { confirmSql, type Transaction } from '../transact.ts'
import { finishAttempt } from './attempts.ts'
import type { Owned } from './begin-rotation.ts'
import { keepFinalAnswer } from './idempotency-records.ts'
import { assertSealedUnderActive } from './keys.ts'

type StateRow = { custodian_id: bigint; stage: RotationStage | null; outcome: RotationOutcome | null }

/** The state a rotation is in, which stays until this transaction has ended; null when there is none of that ID. */
async function lockedState(query: SqlQuery, rotationId: string): Promise<MachineState | null> {
  const sql = 'SELECT custodian_id, stage, outcome FROM rotations WHERE rotation_id = $rotationId'
  const [found] = await query<StateRow>(sql, { rotationId })
  if (!found) return null
  await lockedCustodian(query, { custodianId: toId(found.custodian_id), tenantId: null })
  return stateOf(only(await query<StateRow>(`${sql} FOR UPDATE`, { rotationId })))
}

/** Notes how far an open rotation has come. */
async function advanceRotation({ query }: Transaction, { rotationId, stage, keyId }: RotationAdvance): Promise<void> {
  const state = await lockedState(query, rotationId)
  if (state === null || !isStep(state, stage, 'request')) return
  const sql = `UPDATE rotations SET stage = $stage, api_key_id = coalesce($keyId, api_key_id)
    WHERE rotation_id = $rotationId`
  await query(sql, { rotationId, stage, keyId: keyId ?? null })
}

type Closing = By & Pick<RotationEnd, 'rotationId' | 'verdict' | 'reason'> & { readonly outcome: RotationOutcome }
type ClosedRow = {
  custodian_id: bigint
  tenant_id: bigint
  credential_version: bigint
  api_key_id: string | null
  previous_api_key_id: string | null
}

const closeSql = `
  UPDATE rotations r SET stage = CASE WHEN $outcome::text = 'stored' THEN 'stored' ELSE stage END,
    previous_api_key_id = CASE WHEN $outcome::text = 'stored' THEN (
      SELECT c.api_key_id FROM credentials c
      WHERE c.custodian_id = r.custodian_id AND c.version = r.credential_version
    ) END,
    outcome = $outcome, verdict = $verdict, reason = $reason, ended_at = $at
  FROM custodians c
  WHERE r.rotation_id = $rotationId AND c.custodian_id = r.custodian_id
  RETURNING r.custodian_id, c.tenant_id, r.credential_version, r.api_key_id, r.previous_api_key_id`

/** Writes the one outcome of an open rotation and its audit; null when it has ended already, or there is none. */
async function closeOpen({ query, audit }: Transaction, closing: Closing, by: Actor): Promise<ClosedRow | null> {
  const { rotationId, outcome, verdict, reason, at } = closing
  const state = await lockedState(query, rotationId)
  if (state === null || !isStep(state, outcome, by)) return null
  const row = only(await query<ClosedRow>(closeSql, { outcome, verdict, reason, at, rotationId }))
  const { api_key_id: keyId, previous_api_key_id: previousKeyId } = row
  const keys = { ...(keyId && { keyId }), ...(previousKeyId && { previousKeyId }) }
  const details = { outcome, reason, ...(verdict && { verdict }), ...keys }
  const of = { rotationId, custodianId: toId(row.custodian_id), tenantId: toId(row.tenant_id) }
  audit({ ...actorIn(closing), kind: 'rotation.ended', ...of, details })
  return row
}

async function endRotation(transaction: Transaction, end: RotationEnd): Promise<boolean> {
  const { query } = transaction
  const closed = await closeOpen(transaction, end, 'request')
  if (!closed) {
    // What ended it may not have reached a synchronous standby yet.
    await query(confirmSql)
    return false
  }
  const { rotationId, outcome, refusedBy, answer, at } = end
  await finishAttempt(query, { attemptId: rotationId, refusedBy, at })
  const { custodian_id: custodian, credential_version: version } = closed
  if (outcome === 'unchanged') await noteVerdict(query, { custodian, version, verdict: 'valid', at })
  if (answer !== null) await keepFinalAnswer(query, rotationId, answer)
  return true
}

type CheckedVersion = {
  readonly custodian: bigint
  readonly version: bigint
  readonly verdict: Verdict
  readonly at: number
}

/**
 * Remembers what a check found about the active credentials, if that version still is active. Only findings about them
 * itself; a provider that is down says nothing.
 */
export async function noteVerdict(query: SqlQuery, check: CheckedVersion): Promise<void> {
  if (check.verdict !== 'valid' && check.verdict !== 'wrong-credentials') return
  const sql = `UPDATE custodians SET last_check = $verdict, last_checked_at = $at
    WHERE custodian_id = $custodian AND credential_version = $version`
  await query(sql, check)
}

/** Activation. An error means that no credentials were written and the rotation is still open, as accepted. */
async function completeRotation(
  transaction: Transaction,
  completion: RotationCompletion,
): Promise<Result<{ version: number }>> {
  const { query } = transaction
  const { rotationId, custodianId, tokenId, version, keyId, reason, actor, requestId, at, answer } = completion
  await shareRestrictions(query)
  const custodian = await lockedCustodian(query, { custodianId, tenantId: null })
  await advanceRotation(transaction, { rotationId, stage: 'accepted', keyId })
  const freeze = custodian && (await effectiveFreeze(query, custodian.tenantId))
  const token = await selectToken(query, { tokenId, seenBy: null })
  const refusal = refusalOfActivation({ custodian, token, freeze }, completion)
  if (refusal) return err(refusal)
  await assertSealedUnderActive(query, completion)
  await activate(query, completion)
  const by = { actor, actorTokenId: tokenId, requestId, at }
  if (!(await closeOpen(transaction, { rotationId, outcome: 'stored', verdict: 'valid', reason, ...by }, 'request')))
    throw new ImpossibleStep('the rotation has ended already')
  await finishAttempt(query, { attemptId: rotationId, refusedBy: null, at })
  await keepFinalAnswer(query, rotationId, answer)
  return ok({ version })
}

/** Makes new credentials the active ones; those that were stay sealed until they are erased. */
async function activate(query: SqlQuery, completion: RotationCompletion): Promise<void> {
  const { custodianId, rotationId, version, sealed, at, providerAccount: account } = completion
  await query(
    `UPDATE custodians SET credential_version = $version, provider_account = $account, last_check = 'valid',
       last_checked_at = $at
     WHERE custodian_id = $custodianId`,
    { custodianId, version, account, at },
  )
  const retireSql = 'UPDATE credentials SET retired_at = $at WHERE custodian_id = $custodianId AND retired_at IS NULL'
  await query(retireSql, { custodianId, at })
  await query(
    `INSERT INTO credentials (custodian_id, version, key_id, wrapped_key, ciphertext, stored_at, api_key_id)
     VALUES ($custodianId, $version, $keyId, $wrappedKey, $ciphertext, $at,
       (SELECT api_key_id FROM rotations WHERE rotation_id = $rotationId))`,
    { custodianId, version, at, rotationId, ...sealed },
  )
}

const interrupted = { outcome: 'interrupted', verdict: null, reason: 'reason=server-stopped' } as const

/** What is this server's, or of one that has stopped. */
const leftSql = '(server_id = $serverId OR NOT EXISTS (SELECT FROM servers s WHERE s.server_id = o.server_id))'

/**
 * Ends everything that stopped servers left open, and what this one has. None of it changed credentials; whether it was
 * rejected is unknown. A server whose time is over is removed first: if it still runs, it finds that, and goes on as another.
 */
async function endInterrupted(transaction: Transaction, { actor, at, serverId }: Owned<By>): Promise<number> {
  const { query } = transaction
  await query(`DELETE FROM servers WHERE alive_until < ${databaseTime}`)
  const open = await query<{ rotation_id: string }>(
    `SELECT rotation_id FROM rotations o WHERE outcome IS NULL AND ${leftSql} ORDER BY custodian_id`,
    { serverId },
  )
  for (const { rotation_id: rotationId } of open)
    await closeOpen(transaction, { rotationId, ...interrupted, actor, at }, 'next start')
  const checks = await endInterruptedChecks(transaction, { actor, at, serverId })
  await query(`DELETE FROM attempts o WHERE refused = 0 AND ${leftSql}`, { serverId })
  return open.length + checks
}

type CheckRow = { check_id: string; kind: string; custodian_id: bigint }

async function endInterruptedChecks({ query, audit }: Transaction, { serverId, ...by }: Owned<By>): Promise<number> {
  const sql = `DELETE FROM open_checks o WHERE ${leftSql} RETURNING check_id, kind, custodian_id`
  const checks = await query<CheckRow>(sql, { serverId })
  for (const { check_id: rotationId, kind, custodian_id } of checks) {
    const custodian = await custodianOf(query, { custodianId: toId(custodian_id), tenantId: null })
    audit({
      ...by,
      kind: kind === 'check' ? 'check.ended' : 'validation.ended',
      rotationId,
      custodianId: toId(custodian_id),
      ...(custodian && { tenantId: custodian.tenantId }),
      details: { outcome: interrupted.outcome, reason: interrupted.reason },
    })
  }
  return checks.length
}

export const endWrites = { advanceRotation, endRotation, completeRotation, endInterrupted } as const
