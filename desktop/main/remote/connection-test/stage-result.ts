import { partsOf } from '../../../bridge/failures.ts'
import type { StageReport } from '../../../bridge/progress.ts'
import type { Fault } from '../fault.ts'

/** How a stage of the connection test ended. */
export type StageEnd = Pick<StageReport, 'detail'> & { readonly status: 'passed' | 'failed' | 'skipped' }

export const passed = (detail: string): StageEnd => ({ status: 'passed', detail })
export const skipped = (detail: string): StageEnd => ({ status: 'skipped', detail })
export const failed = (detail: string): StageEnd => ({ status: 'failed', detail })

/** What a person reads of a fault: cause and next step. */
export function failedBy({ code, reasons }: Fault): StageEnd {
  const { meaning = '', remedy = '' } = partsOf(code) ?? {}
  return failed([...(reasons.length ? reasons : [meaning]), remedy].join(' '))
}
