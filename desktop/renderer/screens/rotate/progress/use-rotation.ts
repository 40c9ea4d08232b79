import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Stages, stagesOf } from '../../../data/rotation-stages.ts'
import { api } from '../../../session/api.ts'
import { type Attempt, beginAttempt, repeatAttempt } from './attempt.ts'
import {
  begunStages,
  type RunResult,
  resultOfFailure,
  stagesOfResult,
  type Unknown,
  waitingStages,
} from './rotation-result.ts'
import { type RotationInput, readRotation, runRotation, type Validation, validate } from './run-rotation.ts'

export type RotationState = {
  readonly busy: 'validating' | 'rotating' | 'reading' | null
  readonly stages: Stages
  readonly result: RunResult | null
  readonly validation: Validation | null
  /** Whether sending again would be the same rotation, so that it cannot happen twice. */
  readonly canRepeat: boolean
}

const idle: RotationState = { busy: null, stages: waitingStages, result: null, validation: null, canRepeat: false }

/** A validation keeps a rotation with unknown outcome on the screen, and clears every other. */
const unresolved = (last: RotationState): RotationState =>
  last.result?.kind === 'unknown' ? { ...last, validation: null, busy: null } : idle

/** Validates and rotates. The credentials are only passed on: neither this state nor any cache ever holds them. */
export function useRotation(custodianId: string) {
  const known = useQueryClient()
  const [state, setState] = useState(idle)
  const attempt = useRef<Attempt | null>(null)
  const isShown = useIsShown()
  const show = (next: (last: RotationState) => RotationState) => isShown() && setState(next)

  const lookAtCustodians = () => void known.invalidateQueries(api.custodians.list.pathFilter())

  const end = (result: RunResult, canRepeat: boolean) => {
    if (attempt.current) attempt.current = { ...attempt.current, isUnresolved: result.kind === 'unknown' }
    show((last) => ({ ...idle, result, stages: stagesOfResult(result, last.stages), canRepeat }))
    lookAtCustodians()
    void known.invalidateQueries(api.custodians.rotations.queryFilter({ custodianId }))
    void known.invalidateQueries(api.custodians.rotationsPage.pathFilter())
  }

  const rotate = async (input: RotationInput) => {
    setState({ ...idle, busy: 'rotating', stages: begunStages })
    let isFirst = true
    const repeated = state.canRepeat ? attempt.current : null
    attempt.current = repeated ? await repeatAttempt(repeated) : beginAttempt(custodianId, attempt.current)
    const result = await runRotation(input, attempt.current, (rotation) => {
      if (isFirst) lookAtCustodians() // which show that a rotation is open
      isFirst = false
      show((last) => (last.busy === 'rotating' ? { ...last, stages: stagesOf(rotation) } : last))
    })
    end(result, result.kind === 'unknown')
  }

  /** Reads the outcome of a rotation whose response did not give it. */
  const lookAgain = async ({ failure, trace }: Unknown) => {
    if (!attempt.current) return
    show((last) => ({ ...last, busy: 'reading' }))
    const found = await readRotation(attempt.current, trace.rotationId)
    const result = resultOfFailure(failure, found, attempt.current)
    end(result, state.canRepeat && result.kind === 'unknown')
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
