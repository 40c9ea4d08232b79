import type { ReadRotation } from '../../../../bridge/new-words.ts'
import { client } from '../../../session/api.ts'
import { shownProfileId } from '../../../session/console-state.ts'

/** One intention to rotate. Sent again with the same key after an answer that did not come, it cannot rotate twice. */
export type Attempt = {
  /** The profile whose server it goes to, also after another one was selected. */
  readonly profileId: string | null
  readonly custodianId: string
  readonly idempotencyKey: string
  /** Whether its outcome is unknown: it may have been stored. */
  readonly isUnresolved: boolean
  /** Whether the outcome of an earlier attempt, with other keys, is unknown. */
  readonly isAfterUnresolved: boolean
  /** A run that had failed before the attempt was sent again: it says nothing of the run that is sent now. */
  readonly failedRotationId: string | null
}

export const beginAttempt = (custodianId: string, before: Attempt | null): Attempt => ({
  profileId: shownProfileId(),
  custodianId,
  idempotencyKey: crypto.randomUUID(),
  isUnresolved: false,
  isAfterUnresolved: before !== null && (before.isUnresolved || before.isAfterUnresolved),
  failedRotationId: null,
})

/** Outcomes after which the server runs the attempt again. */
const transient: ReadonlySet<string | null> = new Set(['failed', 'voided', 'interrupted'])

/** The same attempt, to be sent again under its key. */
export async function repeatAttempt(attempt: Attempt): Promise<Attempt> {
  const last = await findOwnRotation(attempt).catch(() => null)
  return last && transient.has(last.outcome) ? { ...attempt, failedRotationId: last.rotationId } : attempt
}

/** The newest rotation of the attempt as the server has it; null when there is none. */
export async function findOwnRotation(attempt: Attempt): Promise<ReadRotation | null> {
  const { profileId, custodianId, idempotencyKey, failedRotationId } = attempt
  const [newest]: readonly ReadRotation[] = await client.custodians.rotations.query(
    { custodianId, idempotencyKey, limit: 1 },
    { context: { profileId } },
  )
  return newest && newest.rotationId !== failedRotationId ? newest : null
}

/** Milliseconds between two reads of an open rotation. */
const pollInterval = 300

const pause = () => new Promise((resolve) => setTimeout(resolve, pollInterval))

/** Polls the attempt's rotation until the signal aborts, and skips reads that fail. */
export async function followRotation(attempt: Attempt, onRead: (rotation: ReadRotation) => void, signal: AbortSignal) {
  while (!signal.aborted) {
    const rotation = await findOwnRotation(attempt).catch(() => null)
    if (rotation && !signal.aborted) onRead(rotation)
    await pause()
  }
}
