import { type Rotation, RotationStage } from '../../../../shared/rotations.ts'
import { stagesOf } from './rotation-stages.ts'

/** Milliseconds from begin to end; null while it is open, or where the clocks do not agree. */
export function durationOf({ startedAt, endedAt }: Rotation): number | null {
  const passed = endedAt === null ? Number.NaN : Date.parse(endedAt) - Date.parse(startedAt)
  return passed >= 0 ? passed : null
}

/** As "85 ms", "1.2 s", "3 min". */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`
  return `${Math.round(milliseconds / 60_000)} min`
}

/** The last stage that was reached for certain; null when none was. */
export function lastReached(rotation: Rotation): RotationStage | null {
  const stages = stagesOf(rotation)
  return RotationStage.options.findLast((stage) => stages[stage] === 'reached') ?? null
}

/** The pair of versions a rotation led from and to, as "3 → 4"; only one where the old one stayed. */
export const versionText = ({ credentialVersion, outcome }: Rotation): string =>
  outcome === 'stored' ? `${credentialVersion} → ${credentialVersion + 1}` : `${credentialVersion}`
