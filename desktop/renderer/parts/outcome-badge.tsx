import { Badge } from '@mantine/core'
import {
  CircleCheck,
  CircleDot,
  CircleHelp,
  CircleMinus,
  CircleX,
  type LucideIcon,
  PowerOff,
  Undo2,
  Unplug,
} from 'lucide-react'
import { Verdict } from '../../../shared/providers.ts'
import { RotationOutcome } from '../../../shared/rotations.ts'
import type { Word } from '../../bridge/new-words.ts'
import { outcomeKey } from '../data/rotation-text.ts'
import { useTranslation } from './use-translation.ts'

const looks: Readonly<Record<ReturnType<typeof outcomeKey>, { readonly icon: LucideIcon; readonly colour: string }>> = {
  stored: { icon: CircleCheck, colour: 'teal' },
  unchanged: { icon: CircleMinus, colour: 'gray' },
  refused: { icon: CircleX, colour: 'red' },
  failed: { icon: Unplug, colour: 'orange' },
  voided: { icon: Undo2, colour: 'orange' },
  interrupted: { icon: PowerOff, colour: 'orange' },
  open: { icon: CircleDot, colour: 'blue' },
  unknown: { icon: CircleHelp, colour: 'gray' },
}

/** What came of a rotation, with its meaning as a title; a word that this console does not know stays as it came. */
export function OutcomeBadge({ outcome }: { readonly outcome: Word<RotationOutcome> | null }) {
  const { t } = useTranslation('custodians')
  const key = outcomeKey(outcome)
  const { icon: Icon, colour } = looks[key]
  return (
    <Badge
      variant="default"
      fw={500}
      title={t(`outcomeMeaning.${key}`)}
      leftSection={<Icon size={12} aria-hidden color={`var(--mantine-color-${colour}-6)`} />}
    >
      {key === 'unknown' ? outcome : t(`outcome.${key}`)}
    </Badge>
  )
}

const outcomes: readonly string[] = RotationOutcome.options
const verdicts: readonly string[] = Verdict.options

/** How an outcome is called on the other screens; one that this console does not know stays as it came. */
export function useOutcomeText(): (outcome: string) => string {
  const { t } = useTranslation('custodians')
  return (outcome) => {
    if (outcomes.includes(outcome)) return t(`outcome.${outcome as RotationOutcome}`)
    return verdicts.includes(outcome) ? t(`verdictShort.${outcome as Verdict}`) : outcome
  }
}
