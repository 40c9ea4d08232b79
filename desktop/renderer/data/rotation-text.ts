import { Verdict } from '../../../shared/providers.ts'
import { RotationOutcome, RotationStage } from '../../../shared/rotations.ts'
import { isKnown, type NewWord, type ReadRotation, type Word } from '../../bridge/new-words.ts'
import { stagesOf } from './rotation-stages.ts'

/** Milliseconds from begin to end; null while it is open, or where the clocks do not agree. */
export function durationOf({ startedAt, endedAt }: ReadRotation): number | null {
  const passed = endedAt === null ? Number.NaN : Date.parse(endedAt) - Date.parse(startedAt)
  return passed >= 0 ? passed : null
}

/** As "85 ms", "1.2 s", "3 min". */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`
  return `${Math.round(milliseconds / 60_000)} min`
}

/** The last stage that was reached for certain; null when none was. A stage unknown to this console is returned as it came. */
export function lastReached(rotation: ReadRotation): RotationStage | NewWord | null {
  const { stage } = rotation
  if (stage !== null && !isKnown(RotationStage, stage)) return stage
  const stages = stagesOf(rotation)
  return RotationStage.options.findLast((each) => stages[each] === 'reached') ?? null
}

/** The credential versions before and after, as "3 → 4"; only one where the old version stayed. */
export function versionText({ credentialVersion: version, outcome }: ReadRotation): string {
  if (outcome === 'stored') return `${version} → ${version + 1}`
  return outcomeKey(outcome) === 'unknown' ? `${version} → ?` : `${version}`
}

/** Under which name the words have an outcome. */
export const outcomeKey = (outcome: Word<RotationOutcome> | null): RotationOutcome | 'open' | 'unknown' =>
  outcome === null ? 'open' : isKnown(RotationOutcome, outcome) ? outcome : 'unknown'

/** A verdict in the words of `tell`; one that is not known as it came, and a dash for none. */
export const verdictText = (verdict: Word<Verdict> | null, tell: (verdict: Verdict) => string): string =>
  verdict === null ? '–' : isKnown(Verdict, verdict) ? tell(verdict) : verdict
