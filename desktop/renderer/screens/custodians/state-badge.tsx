import { Badge } from '@mantine/core'
import { CircleCheck, CircleDashed, CircleX, type LucideIcon, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CustodianState } from '../../../../shared/custodians.ts'

const looks: Readonly<Record<CustodianState, { readonly icon: LucideIcon; readonly colour: string }>> = {
  'in-force': { icon: CircleCheck, colour: 'teal' },
  rotating: { icon: RefreshCw, colour: 'blue' },
  rejected: { icon: CircleX, colour: 'red' },
  'no-credentials': { icon: CircleDashed, colour: 'orange' },
}

/** The state in a word and a sign; the colour only repeats it. */
export function StateBadge({ state }: { readonly state: CustodianState }) {
  const { t } = useTranslation('custodians')
  const { icon: Icon, colour } = looks[state]
  return (
    <Badge
      variant="default"
      fw={500}
      title={t(`stateMeaning.${state}`)}
      leftSection={<Icon size={12} aria-hidden color={`var(--mantine-color-${colour}-6)`} />}
    >
      {t(`state.${state}`)}
    </Badge>
  )
}
