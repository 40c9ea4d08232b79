import { CircleCheck, CircleDashed, CircleHelp, CircleX, RefreshCw } from 'lucide-react'
import { CustodianState } from '../../../../shared/custodians.ts'
import { isKnown, type Word } from '../../../bridge/new-words.ts'
import { StatusBadge, type StatusLook } from '../../parts/status-badge.tsx'
import { useTranslation } from '../../parts/use-translation.ts'

const looks: Readonly<Record<CustodianState, StatusLook>> = {
  'in-force': { icon: CircleCheck, colour: 'teal' },
  rotating: { icon: RefreshCw, colour: 'blue' },
  rejected: { icon: CircleX, colour: 'red' },
  'no-credentials': { icon: CircleDashed, colour: 'orange' },
}

const unknown = { icon: CircleHelp, colour: 'gray' }

/** The state in a word and a sign; the colour only repeats it. One that this console does not know keeps its word. */
export function StateBadge({ state }: { readonly state: Word<CustodianState> }) {
  const { t } = useTranslation('custodians')
  const known = isKnown(CustodianState, state) ? state : null
  return (
    <StatusBadge look={known ? looks[known] : unknown} title={t(`stateMeaning.${known ?? 'unknown'}`)}>
      {known ? t(`state.${known}`) : state}
    </StatusBadge>
  )
}
