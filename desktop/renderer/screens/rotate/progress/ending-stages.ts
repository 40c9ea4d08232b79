import { type Stages, stagesBy, stagesOf, stagesWithoutAnswer } from '../../../data/rotation-stages.ts'
import type { Ending } from './ending.ts'

export const waitingStages: Stages = stagesBy(() => 'waiting')
/** From the moment it is sent until the server has confirmed the first stage. */
export const begunStages: Stages = stagesBy((index) => (index === 0 ? 'running' : 'waiting'))

/** Where the stages stand at the end; `seen` is what was confirmed on the way. */
export function stagesOfEnding(ending: Ending, seen: Stages): Stages {
  const { kind, rotation } = ending
  if (kind === 'unknown') return stagesWithoutAnswer(rotation ? stagesOf(rotation) : seen)
  if (rotation) return stagesOf(rotation)
  if (kind === 'stored') return stagesBy(() => 'reached')
  return stagesBy(() => 'not-reached')
}
