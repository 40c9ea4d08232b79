import type { RotationOutcome, RotationStage } from '../../../../shared/rotations.ts'
import { type Actor, isStep, type MachineState, stateOf } from '../../../rotations/machine.ts'
import { actorIn, type By } from '../../by.ts'
import { toId } from '../../integers.ts'
import type { RotationAdvance, RotationEnd } from '../../rotation-writes.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { appendAudit } from './append-audit.ts'
import { closeAttempt } from './attempts.ts'
import { keepAnswer } from './idempotency-records.ts'
import { noteCheck } from './note-check.ts'

type StateRow = { stage: RotationStage | null; outcome: RotationOutcome | null }

/** The state a rotation is in; null when there is none of that id. */
function currentState(db: Connection, rotationId: string): MachineState | null {
  const row = prepared<StateRow>(db, 'SELECT stage, outcome FROM rotations WHERE rotation_id = ?').get(rotationId)
  return row ? stateOf(row) : null
}

/** Notes how far an open rotation has come. */
export function advanceRotation(db: Connection, { rotationId, stage, keyId }: RotationAdvance): void {
  const state = currentState(db, rotationId)
  if (state === null || !isStep(state, stage, 'request')) return
  prepared(db, 'UPDATE rotations SET stage = ?, api_key_id = ifnull(?, api_key_id) WHERE rotation_id = ?').run(
    stage,
    keyId ?? null,
    rotationId,
  )
}

type Closing = By & Pick<RotationEnd, 'rotationId' | 'verdict' | 'reason'> & { readonly outcome: RotationOutcome }
type ClosedRow = {
  custodian_id: bigint
  tenant_id: bigint
  credential_version: bigint
  api_key_id: string | null
  previous_api_key_id: string | null
}

/** Writes the one outcome of an open rotation and its audit; null when it has ended already, or there is none. */
export function closeRotation(db: Connection, closing: Closing, by: Actor) {
  const { rotationId, outcome, verdict, reason, at } = closing
  const state = currentState(db, rotationId)
  if (state === null || !isStep(state, outcome, by)) return null
  const row = prepared<ClosedRow>(
    db,
    `UPDATE rotations SET stage = CASE WHEN $outcome = 'stored' THEN 'stored' ELSE stage END,
       previous_api_key_id = CASE WHEN $outcome = 'stored' THEN (
         SELECT api_key_id FROM credentials c WHERE c.custodian_id = rotations.custodian_id AND c.version = credential_version
       ) END,
       outcome = $outcome, verdict = $verdict, reason = $reason, ended_at = $at
     WHERE rotation_id = $rotationId
     RETURNING custodian_id, credential_version, api_key_id, previous_api_key_id,
       (SELECT tenant_id FROM custodians c WHERE c.custodian_id = rotations.custodian_id) AS tenant_id`,
  ).get({ outcome, verdict, reason, at, rotationId })
  if (!row) return null
  const custodianId = toId(row.custodian_id)
  const tenantId = toId(row.tenant_id)
  const { api_key_id: keyId, previous_api_key_id: previousKeyId } = row
  const keys = { ...(keyId && { keyId }), ...(previousKeyId && { previousKeyId }) }
  const details = { outcome, reason, ...(verdict && { verdict }), ...keys }
  appendAudit(db, { ...actorIn(closing), kind: 'rotation.ended', rotationId, details, custodianId, tenantId })
  return row
}

export function endRotation(db: Connection, end: RotationEnd): boolean {
  const closed = closeRotation(db, end, 'request')
  if (!closed) return false
  const { rotationId, outcome, refusedBy, answer, at } = end
  closeAttempt(db, { attemptId: rotationId, refusedBy, at })
  if (outcome === 'unchanged')
    noteCheck(db, { custodian: closed.custodian_id, version: closed.credential_version, verdict: 'valid', at })
  if (answer !== null) keepAnswer(db, rotationId, answer)
  return true
}

/** Whether a stopped server left anything for `endInterrupted`; after an orderly stop a read shows that it did not. */
export const hasInterrupted = (db: Connection): boolean =>
  prepared(
    db,
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM attempts WHERE NOT refused)
       OR EXISTS (SELECT 1 FROM rotations WHERE outcome IS NULL) OR EXISTS (SELECT 1 FROM open_checks)`,
  ).get() !== undefined

/** Ends everything that a stopped server left open. None of it changed credentials; whether it was rejected is unknown. */
export function endInterrupted(db: Connection, { actor, at }: By): number {
  prepared(db, 'DELETE FROM attempts WHERE NOT refused').run()
  const rotations = prepared<{ rotation_id: string }>(
    db,
    'SELECT rotation_id FROM rotations WHERE outcome IS NULL',
  ).all()
  const interrupted = { outcome: 'interrupted', verdict: null, reason: 'reason=server-stopped', actor, at } as const
  for (const { rotation_id: rotationId } of rotations) closeRotation(db, { rotationId, ...interrupted }, 'next start')
  return rotations.length + endInterruptedChecks(db, { actor, at })
}

type OpenCheckRow = { check_id: string; kind: string; custodian_id: bigint; tenant_id: bigint }

function endInterruptedChecks(db: Connection, by: By): number {
  const checks = prepared<OpenCheckRow>(
    db,
    'DELETE FROM open_checks RETURNING *, (SELECT tenant_id FROM custodians c WHERE c.custodian_id = open_checks.custodian_id) AS tenant_id',
  ).all()
  for (const { check_id, kind, custodian_id, tenant_id } of checks)
    appendAudit(db, {
      ...by,
      kind: kind === 'check' ? 'check.ended' : 'validation.ended',
      rotationId: check_id,
      custodianId: toId(custodian_id),
      tenantId: toId(tenant_id),
      details: { outcome: 'interrupted', reason: 'reason=server-stopped' },
    })
  return checks.length
}
