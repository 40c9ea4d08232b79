import { type Rotation, RotationStage } from '../../../../shared/rotations.ts'

export type StageStatus = 'waiting' | 'running' | 'reached' | 'failed' | 'not-reached' | 'not-needed' | 'unknown'
export type Stages = Readonly<Record<RotationStage, StageStatus>>

type Standing = Pick<Rotation, 'stage' | 'outcome' | 'verdict'>

/** The server notes `sent` before it asks, so only an answer of the provider shows that the pair got there. */
const isAnswered = ({ outcome, verdict }: Standing): boolean =>
  outcome !== null && verdict !== null && verdict !== 'unreachable'

/** How many stages are known to be behind. */
function reachedCount(standing: Standing): number {
  const { stage } = standing
  if (stage === null) return 0
  const count = RotationStage.options.indexOf(stage) + 1
  return stage === 'sent' && !isAnswered(standing) ? count - 1 : count
}

/** Where each stage of a rotation stands; the stage after the last that was reached is the one under way, or that failed. */
export function stagesOf(standing: Standing): Stages {
  const { outcome } = standing
  const reached = outcome === 'stored' ? RotationStage.options.length : reachedCount(standing)
  const next = outcome === null ? 'running' : outcome === 'unchanged' ? 'not-needed' : 'failed'
  const later = outcome === null ? 'waiting' : 'not-reached'
  return stagesBy((index) => (index < reached ? 'reached' : index === reached ? next : later))
}

/** The same status for every stage, or by its place. */
export const stagesBy = (statusAt: (index: number) => StageStatus): Stages =>
  Object.fromEntries(RotationStage.options.map((stage, index) => [stage, statusAt(index)])) as Stages

/** What remains known when no answer came: stages that were seen reached; of the others nothing. */
export const stagesWithoutAnswer = (seen: Stages): Stages =>
  stagesBy((index) => (seen[RotationStage.options[index] as RotationStage] === 'reached' ? 'reached' : 'unknown'))
