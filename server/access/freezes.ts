import { type Failure, failureOfCode } from '../../shared/failure.ts'
import type { Freeze } from '../../shared/freezes.ts'

/** What is frozen, as sentences name it. */
export const frozenObject = ({ tenantId }: Pick<Freeze, 'tenantId'>): string =>
  tenantId === null ? 'everything' : `tenant ${tenantId}`

/** Who froze what, when and why. */
export const linesOfFreeze = (freeze: Freeze): readonly string[] => [
  `frozen: ${frozenObject(freeze)}, by ${freeze.frozenBy}, since ${freeze.frozenAt}`,
  `why: ${freeze.reason}`,
]

/** Why nothing may be changed now. */
export const failureOfFreeze = (freeze: Freeze): Failure => failureOfCode('Frozen', { info: linesOfFreeze(freeze) })
