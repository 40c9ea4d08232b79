import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Stages, stagesOf } from '../../../data/rotation-stages.ts'
import { api } from '../../../session/api.ts'
import { type Attempt, beginAttempt, repeatAttempt } from './attempt.ts'
import { type Ending, endingOfFailure, type Unknown } from './ending.ts'
import { begunStages, stagesOfEnding, waitingStages } from './ending-stages.ts'
import { type RotationInput, readRotation, runRotation, type Validation, validate } from './run-rotation.ts'

export type RotationState = {
  readonly busy: 'validating' | 'rotating' | 'reading' | null
  readonly stages: Stages
  readonly ending: Ending | null
  readonly validation: Validation | null
  /** Whether sending again would be the same rotation, so that it cannot happen twice. */
  readonly canRepeat: boolean
}

const idle: RotationState = { busy: null, stages: waitingStages, ending: null, validation: null, canRepeat: false }

/** What a validation leaves standing: a rotation of which nobody knows what became. */
const unresolved = (last: RotationState): RotationState =>
  last.ending?.kind === 'unknown' ? { ...last, validation: null, busy: null } : idle

/** Validates and rotates. The pair is only handed through: neither this state nor any cache ever holds it. */
export function useRotation(custodianId: string) {
  const known = useQueryClient()
  const [state, setState] = useState(idle)
  const attempt = useRef<Attempt | null>(null)
  const isShown = useIsShown()
  const show = (next: (last: RotationState) => RotationState) => isShown() && setState(next)

  const lookAtCustodians = () => void known.invalidateQueries(api.custodians.list.pathFilter())

  const end = (ending: Ending, canRepeat: boolean) => {
    if (attempt.current) attempt.current = { ...attempt.current, isUnresolved: ending.kind === 'unknown' }
    show((last) => ({ ...idle, ending, stages: stagesOfEnding(ending, last.stages), canRepeat }))
    lookAtCustodians()
    void known.invalidateQueries(api.custodians.rotations.queryFilter({ custodianId }))
    void known.invalidateQueries(api.custodians.rotationsPage.pathFilter())
  }

  const rotate = async (input: RotationInput) => {
    setState({ ...idle, busy: 'rotating', stages: begunStages })
    let isFirst = true
    const repeated = state.canRepeat ? attempt.current : null
    attempt.current = repeated ? await repeatAttempt(repeated) : beginAttempt(custodianId, attempt.current)
    const ending = await runRotation(input, attempt.current, (rotation) => {
      if (isFirst) lookAtCustodians() // which show that a rotation is open
      isFirst = false
      show((last) => (last.busy === 'rotating' ? { ...last, stages: stagesOf(rotation) } : last))
    })
    end(ending, ending.kind === 'unknown')
  }

  /** Reads what became of a rotation whose answer did not tell. */
  const lookAgain = async ({ failure, trace }: Unknown) => {
    if (!attempt.current) return
    show((last) => ({ ...last, busy: 'reading' }))
    const found = await readRotation(attempt.current, trace.rotationId)
    const ending = endingOfFailure(failure, found, attempt.current)
    end(ending, state.canRepeat && ending.kind === 'unknown')
  }

  return {
    ...state,
    rotate,
    lookAgain,
    validate: async (input: RotationInput) => {
      setState((last) => ({ ...unresolved(last), busy: 'validating' }))
      const validation = await validate(input)
      show((last) => ({ ...unresolved(last), validation }))
    },
    /** Other keys make another rotation. */
    noteChange: () => setState((last) => (last.canRepeat ? { ...last, canRepeat: false } : last)),
    reset: () => setState(idle),
  }
}

/** Tells whether the screen is still there. */
function useIsShown(): () => boolean {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => isShown.current
}
