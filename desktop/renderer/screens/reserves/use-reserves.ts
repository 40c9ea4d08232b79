import { useProfileState } from '../../session/use-profile-state.ts'
import { wholeReport } from './reserve-rows.ts'

/** What the console asks of the report: tokens that look alike are told apart by their contracts. */
export const reservesInput = { contracts: true } as const

/** What is shown of the report; whoever leads to the screen may set it. */
export const useReservesView = () => useProfileState('reserves', wholeReport)
