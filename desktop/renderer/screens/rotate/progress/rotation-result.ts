import { RotationOutcome } from '../../../../../shared/rotations.ts'
import type { Trace } from '../../../../bridge/failures.ts'
import { type ConsoleFailure, consoleFailure } from '../../../../bridge/failures.ts'
import { isKnown, type ReadRotation } from '../../../../bridge/new-words.ts'
import { t } from '../../../../words/words.ts'
import { type Stages, stagesBy, stagesOf, stagesWithoutAnswer } from '../../../data/rotation-stages.ts'
import type { Attempt } from './attempt.ts'

/** The server's record of the rotation, null where it could not be read, and the IDs of the call. */
type Found = { readonly rotation: ReadRotation | null; readonly trace: Trace }
type FoundFailure = Found & { readonly failure: ConsoleFailure }

export type Done = Found & { readonly kind: 'stored' | 'unchanged' }
export type Failed = FoundFailure & { readonly kind: 'failed' }
export type Unknown = FoundFailure & { readonly kind: 'unknown' }

/** The outcome of a rotation as far as the console knows it. */
export type RunResult = Done | Failed | Unknown

const doneKinds = ['stored', 'unchanged'] as const

const doneIn = (rotation: ReadRotation | null): Done['kind'] | null =>
  doneKinds.find((kind) => kind === rotation?.outcome) ?? null

/** Whether the server's record says that this rotation changed nothing. */
export const hasFailed = (rotation: ReadRotation): boolean =>
  isKnown(RotationOutcome, rotation.outcome) && doneIn(rotation) === null

/** An outcome that only a newer server knows; it does not say whether the new credentials are active. */
export const newOutcomeOf = (rotation: ReadRotation | null): string | null =>
  rotation?.outcome && !isKnown(RotationOutcome, rotation.outcome) ? rotation.outcome : null

/**
 * The result after a successful answer. `own` is the record under the attempt's Idempotency-Key: null where the server has
 * none, so that the answer is an older one which was repeated on the way; undefined where it could not be read. Without a
 * record of success the outcome is unknown.
 */
export function resultOfSuccess(own: ReadRotation | null | undefined, trace: Trace): RunResult {
  if (own === undefined) return { kind: 'stored', rotation: null, trace }
  const ids = { ...trace, rotationId: own?.rotationId ?? null }
  const kind = doneIn(own)
  if (kind) return { kind, rotation: own, trace: ids }
  const failure = consoleFailure('NoAnswer', own ? ids : { ...ids, message: t('rotate:unknown.repeated') })
  return { kind: 'unknown', failure, rotation: own, trace: ids }
}

type Tried = Pick<Attempt, 'isUnresolved' | 'isAfterUnresolved'>

/**
 * The result after a failure. The server's record wins over the answer. A failure with `changed: nothing` holds for its
 * own attempt only, not for an unresolved one before it.
 */
export function resultOfFailure(
  failure: ConsoleFailure,
  rotation: ReadRotation | null,
  { isUnresolved, isAfterUnresolved }: Tried,
): RunResult {
  const { requestId, rotationId } = failure
  const trace = { requestId, rotationId: rotation?.rotationId ?? rotationId }
  const kind = doneIn(rotation)
  if (kind) return { kind, rotation, trace }
  const isOver = rotation ? hasFailed(rotation) : !isUnresolved && isDefinite(failure)
  return { kind: isOver && !isAfterUnresolved ? 'failed' : 'unknown', failure, rotation, trace }
}

/** Whether the failure itself says that nothing was stored. */
export const isDefinite = ({ changed }: ConsoleFailure): boolean => changed === 'nothing'

export const waitingStages: Stages = stagesBy(() => 'waiting')
/** From sending until the server has confirmed the first stage. */
export const begunStages: Stages = stagesBy((index) => (index === 0 ? 'running' : 'waiting'))

/** The stages of a finished rotation; `seen` are those that the server confirmed while it ran. */
export function stagesOfResult(result: RunResult, seen: Stages): Stages {
  const { kind, rotation } = result
  if (kind === 'unknown') return stagesWithoutAnswer(rotation ? stagesOf(rotation) : seen)
  if (rotation) return stagesOf(rotation)
  if (kind === 'stored') return stagesBy(() => 'reached')
  return stagesBy(() => 'not-reached')
}
