import type { ProviderId } from '../../shared/providers.ts'
import type { RotationOutcome, RotationStage } from '../../shared/rotations.ts'

/** What a rotation that has no outcome yet has come to; `begun` has no stage. */
export type OpenState = 'begun' | Exclude<RotationStage, 'stored'>
export type MachineState = OpenState | RotationOutcome

/**
 * Who may cause a step: the request that began the rotation, which goes on when its caller hangs up; or the next start of
 * a server, for what the last one left open.
 */
export type Actor = 'request' | 'next start'

type Steps = {
  /** What cannot be lost any more once the rotation is in this state. */
  readonly durable: string
  readonly next: { readonly [Next in MachineState]?: Actor }
}

/**
 * The whole life of a rotation. Each step is committed before the next, or together with it; the first and the last also
 * write an audit record.
 * A state with an outcome has no next one.
 */
export const rotationStates: { readonly [Name in MachineState]: Steps } = {
  begun: {
    durable:
      'the intent, its audit record, the open attempt and, with a key, the idempotency record; the provider was not asked',
    next: { checked: 'request', refused: 'request', failed: 'request', interrupted: 'next start' },
  },
  checked: {
    durable: 'the keys have the format that the provider issues',
    next: { sent: 'request', failed: 'request', interrupted: 'next start' },
  },
  sent: {
    durable: 'the provider may have been asked',
    next: {
      accepted: 'request',
      refused: 'request',
      voided: 'request',
      failed: 'request',
      interrupted: 'next start',
    },
  },
  accepted: {
    durable: 'the provider accepted the keys; the old ones are still active',
    next: { stored: 'request', unchanged: 'request', voided: 'request', failed: 'request', interrupted: 'next start' },
  },
  stored: { durable: 'the new version is active, the one before is previous; outcome, audit record, answer', next: {} },
  unchanged: { durable: 'the outcome: the keys were active already', next: {} },
  refused: {
    durable: 'the outcome: the keys or their permissions are wrong; the attempt counts if it is the keys',
    next: {},
  },
  failed: {
    durable: 'the outcome: the provider or the storage failed, or the token or the custodian changed meanwhile',
    next: {},
  },
  voided: { durable: 'the outcome: the commit of the new version failed, and can no longer take effect', next: {} },
  interrupted: { durable: 'the outcome: the server stopped', next: {} },
}

type Checked = { readonly checkedFor: ProviderId | null; readonly keyId: string }

/**
 * How the row of a rotation begins. Keys whose format is that of the custodian's provider were checked before, and the
 * provider may be asked once the intent is durable: `begun`, `checked` and `sent` are one commit.
 */
export const startOf = ({ checkedFor, keyId }: Checked, { provider }: { readonly provider: ProviderId }) =>
  checkedFor === provider ? ({ stage: 'sent', keyId } as const) : ({ stage: null, keyId: null } as const)

/** The state that is stored as a stage and an outcome. */
export const stateOf = ({ stage, outcome }: { stage: RotationStage | null; outcome: RotationOutcome | null }) =>
  outcome ?? ((stage ?? 'begun') as OpenState)

export const isOpen = (state: MachineState): boolean => Object.keys(rotationStates[state].next).length > 0

/** A step that the machine does not have; the code that asked for it has a bug. */
export class ImpossibleStep extends Error {}

/**
 * Whether a step changes anything. Repeating one changes nothing, since its first answer may have been lost, and neither
 * does a step of a rotation that has ended. Throws {@link ImpossibleStep} for every other step that is not listed, or not
 * listed for this actor.
 */
export function isStep(from: MachineState, to: MachineState, actor: Actor): boolean {
  if (from === to || !isOpen(from)) return false
  if (rotationStates[from].next[to] !== actor)
    throw new ImpossibleStep(`a rotation that is ${from} cannot become ${to} by a ${actor}`)
  return true
}

/** Milliseconds that a version stays previous before it is erased. */
export const previousKeptFor = 24 * 60 * 60_000

/** Milliseconds that a rotation is kept at least, since people look up the outcome of a lost answer. */
export const shortestRotationAge = 30 * 24 * 60 * 60_000

/** Comes after every version that was stored, so that a version set back outside Strongroom stops no rotation. */
export const nextVersion = (active: number, lastStored: number): number => Math.max(active, lastStored) + 1
