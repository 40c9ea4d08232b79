import { RotationOutcome } from '../../../../../shared/rotations.ts'
import type { Trace } from '../../../../bridge/failures.ts'
import { type ConsoleFailure, consoleFailure } from '../../../../bridge/failures.ts'
import { isKnown, type ReadRotation } from '../../../../bridge/new-words.ts'
import type { Attempt } from './attempt.ts'

/** The server's own record of the rotation, as far as it could be read, and what finds the call again. */
type Found = { readonly rotation: ReadRotation | null; readonly trace: Trace }
type FoundFailure = Found & { readonly failure: ConsoleFailure }

export type Done = Found & { readonly kind: 'stored' | 'unchanged' }
export type Failed = FoundFailure & { readonly kind: 'failed' }
export type Unknown = FoundFailure & { readonly kind: 'unknown' }

/** What became of a rotation, as far as it is known. */
export type Ending = Done | Failed | Unknown

const doneKinds = ['stored', 'unchanged'] as const

const doneIn = (rotation: ReadRotation | null): Done['kind'] | null =>
  doneKinds.find((kind) => kind === rotation?.outcome) ?? null

/** Whether the server wrote down that this rotation changed nothing. */
export const hasFailed = (rotation: ReadRotation): boolean =>
  isKnown(RotationOutcome, rotation.outcome) && doneIn(rotation) === null

/** The word of a newer server for what became of it; it says neither that keys came into force nor that they did not. */
export const newOutcomeOf = (rotation: ReadRotation | null): string | null =>
  rotation?.outcome && !isKnown(RotationOutcome, rotation.outcome) ? rotation.outcome : null

/**
 * The ending after an answer that is a success; the row tells whether anything changed. With one that tells of no success
 * the answer is contradicted.
 */
export function endingOfSuccess(rotation: ReadRotation | null, trace: Trace): Ending {
  const kind = rotation ? doneIn(rotation) : 'stored'
  return kind
    ? { kind, rotation, trace }
    : { kind: 'unknown', failure: consoleFailure('NoAnswer', trace), rotation, trace }
}

type Tried = Pick<Attempt, 'isUnresolved' | 'isAfterUnresolved'>

/**
 * The ending after a failure. What the server wrote down wins over what was or was not answered. A failure that says
 * that nothing was changed says so of its own try: not of one before it that is unresolved.
 */
export function endingOfFailure(
  failure: ConsoleFailure,
  rotation: ReadRotation | null,
  { isUnresolved, isAfterUnresolved }: Tried,
): Ending {
  const { requestId, rotationId } = failure
  const trace = { requestId, rotationId: rotation?.rotationId ?? rotationId }
  const kind = doneIn(rotation)
  if (kind) return { kind, rotation, trace }
  const isOver = rotation ? hasFailed(rotation) : !isUnresolved && isDefinite(failure)
  return { kind: isOver && !isAfterUnresolved ? 'failed' : 'unknown', failure, rotation, trace }
}

/** Whether the failure itself says that nothing was stored. */
export const isDefinite = ({ changed }: ConsoleFailure): boolean => changed === 'nothing'
