import { useKept } from '../../session/use-kept.ts'
import { wholeReport } from './reserve-rows.ts'

/** What is shown of the report; whoever leads to the screen may set it. */
export const useReservesView = () => useKept('reserves', wholeReport)
