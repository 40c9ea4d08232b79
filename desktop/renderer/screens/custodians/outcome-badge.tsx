import { Badge } from '@mantine/core'
import { CircleCheck, CircleDot, CircleMinus, CircleX, type LucideIcon, PowerOff, Undo2, Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RotationOutcome } from '../../../../shared/rotations.ts'

const looks: Readonly<Record<RotationOutcome | 'open', { readonly icon: LucideIcon; readonly colour: string }>> = {
  stored: { icon: CircleCheck, colour: 'teal' },
  unchanged: { icon: CircleMinus, colour: 'gray' },
  refused: { icon: CircleX, colour: 'red' },
  failed: { icon: Unplug, colour: 'orange' },
  voided: { icon: Undo2, colour: 'orange' },
  interrupted: { icon: PowerOff, colour: 'orange' },
  open: { icon: CircleDot, colour: 'blue' },
}

/** What came of a rotation, with its meaning as a title. */
export function OutcomeBadge({ outcome }: { readonly outcome: RotationOutcome | null }) {
  const { t } = useTranslation('custodians')
  const { icon: Icon, colour } = looks[outcome ?? 'open']
  return (
    <Badge
      variant="default"
      fw={500}
      title={t(`outcomeMeaning.${outcome ?? 'open'}`)}
      leftSection={<Icon size={12} aria-hidden color={`var(--mantine-color-${colour}-6)`} />}
    >
      {t(`outcome.${outcome ?? 'open'}`)}
    </Badge>
  )
}
