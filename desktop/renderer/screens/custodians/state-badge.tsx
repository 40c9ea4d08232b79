import { Badge } from '@mantine/core'
import { CircleCheck, CircleDashed, CircleHelp, CircleX, type LucideIcon, RefreshCw } from 'lucide-react'
import { CustodianState } from '../../../../shared/custodians.ts'
import { isKnown, type Word } from '../../../bridge/new-words.ts'
import { useTranslation } from '../../parts/use-translation.ts'

const looks: Readonly<Record<CustodianState, { readonly icon: LucideIcon; readonly colour: string }>> = {
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
  const { icon: Icon, colour } = known ? looks[known] : unknown
  return (
    <Badge
      variant="default"
      fw={500}
      title={t(`stateMeaning.${known ?? 'unknown'}`)}
      leftSection={<Icon size={12} aria-hidden color={`var(--mantine-color-${colour}-6)`} />}
    >
      {known ? t(`state.${known}`) : state}
    </Badge>
  )
}
