import { useProfileState } from '../../session/use-profile-state.ts'
import { wholeReport } from './reserve-rows.ts'

/** Input of the report: with contracts, which tell look-alike tokens apart. */
export const reservesInput = { contracts: true } as const

/** Filter and order of the report; links to the screen may set them. */
export const useReservesView = () => useProfileState('reserves', wholeReport)
