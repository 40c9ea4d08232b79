import { Verdict } from '../../../shared/providers.ts'
import { RotationOutcome, RotationStage } from '../../../shared/rotations.ts'
import { isKnown, type ReadRotation } from '../../bridge/new-words.ts'

export type StageStatus = 'waiting' | 'running' | 'reached' | 'failed' | 'not-reached' | 'not-needed' | 'unknown'
export type Stages = Readonly<Record<RotationStage, StageStatus>>

type Standing = Pick<ReadRotation, 'stage' | 'outcome' | 'verdict' | 'reason'>

/** The server records `sent` before it sends, so only the provider's answer shows that the credentials arrived. */
const isAnswered = ({ outcome, verdict, reason }: Standing): boolean =>
  outcome !== null && isKnown(Verdict, verdict) && (verdict !== 'unreachable' || / http=\d/.test(reason ?? ''))

/** The provider had the connection and gave no answer: the credentials may have arrived. */
const mayHaveLeft = ({ stage, outcome, verdict, reason }: Standing): boolean =>
  stage === 'sent' &&
  outcome !== null &&
  !isAnswered({ stage, outcome, verdict, reason }) &&
  (verdict === 'unreachable' || verdict === null) &&
  !/ cause=(dns|refused|no-route|connect-timeout|tls-[a-z-]+)\b/.test(` ${reason ?? ''}`)

/** How many stages are known to be behind. */
function reachedCount(standing: Standing): number {
  const { stage } = standing
  if (!isKnown(RotationStage, stage)) return 0
  const count = RotationStage.options.indexOf(stage) + 1
  return stage === 'sent' && !isAnswered(standing) ? count - 1 : count
}

/** Whether the server said with words of its own how far it came, or what came of it. */
const isForeign = ({ stage, outcome }: Standing): boolean =>
  (stage !== null && !isKnown(RotationStage, stage)) || (outcome !== null && !isKnown(RotationOutcome, outcome))

/** The status of each stage of a rotation; the one after the last that was reached is in progress, or failed. */
export function stagesOf(standing: Standing): Stages {
  const { outcome } = standing
  const all = RotationStage.options.length
  const reached = outcome === 'stored' ? all : reachedCount(standing)
  // Keys count as stored only where the outcome says so.
  if (outcome !== 'stored' && isForeign(standing))
    return stagesBy((index) => (index < Math.min(reached, all - 1) ? 'reached' : 'unknown'))
  if (mayHaveLeft(standing))
    return stagesBy((index) => (index < reached ? 'reached' : index === reached ? 'unknown' : 'not-reached'))
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
