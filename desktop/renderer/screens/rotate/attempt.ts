import type { ReadRotation } from '../../../bridge/new-words.ts'
import { client } from '../../api.ts'
import { shownProfileId } from '../../console-state.ts'

/** One intention to rotate. Sent again with the same key after an answer that did not come, it cannot rotate twice. */
export type Attempt = {
  /** Whose server it goes to, whatever is shown meanwhile. */
  readonly profileId: string | null
  readonly custodianId: string
  readonly idempotencyKey: string
  /** Name of the token that rotates. */
  readonly operator: string
  /** The newest rotation before this one; null when there was none. */
  readonly newestBefore: string | null
  /** Whether it, or one before it, may have been stored without anybody knowing. */
  readonly isUnresolved: boolean
}

/** Looks which rotations there are already, so that the one that begins now can be told from them. Rejects when it cannot. */
export async function beginAttempt(custodianId: string, isUnresolved: boolean): Promise<Attempt> {
  const profileId = shownProfileId()
  const context = { profileId }
  const [session, before] = await Promise.all([
    client.session.whoAmI.query({}, { context }),
    client.custodians.rotations.query({ custodianId, limit: 1 }, { context }),
  ])
  return {
    profileId,
    custodianId,
    idempotencyKey: crypto.randomUUID(),
    operator: session.tokenName,
    newestBefore: before[0]?.rotationId ?? null,
    isUnresolved,
  }
}

const isAfter = (rows: readonly ReadRotation[], newestBefore: string | null): readonly ReadRotation[] => {
  const place = rows.findIndex(({ rotationId }) => rotationId === newestBefore)
  return place < 0 ? rows : rows.slice(0, place)
}

/** The rotation of the attempt as the server has it: the first of this operator since the attempt began; null when there is none. */
export async function findOwnRotation(attempt: Attempt, limit: number): Promise<ReadRotation | null> {
  const { profileId, custodianId, operator, newestBefore } = attempt
  const rows: readonly ReadRotation[] = await client.custodians.rotations.query(
    { custodianId, limit },
    { context: { profileId } },
  )
  const own = isAfter(rows, newestBefore).filter((row) => row.operator === operator)
  return own.at(-1) ?? null
}

/** Milliseconds between two looks at an open rotation. */
const between = 300

const pause = () => new Promise((resolve) => setTimeout(resolve, between))

/** Tells the rotation of the attempt again and again until the signal; a look that fails tells nothing. */
export async function followRotation(attempt: Attempt, tell: (rotation: ReadRotation) => void, signal: AbortSignal) {
  while (!signal.aborted) {
    const rotation = await findOwnRotation(attempt, 1).catch(() => null)
    if (rotation && !signal.aborted) tell(rotation)
    await pause()
  }
}
