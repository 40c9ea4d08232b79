import {
  CircleCheck,
  CircleDot,
  CircleHelp,
  CircleMinus,
  CircleX,
  ClockAlert,
  PowerOff,
  Undo2,
  Unplug,
} from 'lucide-react'
import { Verdict } from '../../../shared/providers.ts'
import { RotationOutcome } from '../../../shared/rotations.ts'
import { isKnown, type Word } from '../../bridge/new-words.ts'
import { outcomeKey } from '../data/rotation-text.ts'
import { NameText } from './plain-text.tsx'
import { StatusBadge, type StatusLook } from './status-badge.tsx'
import { useTranslation } from './use-translation.ts'

const refused: StatusLook = { icon: CircleX, colour: 'red' }
const failed: StatusLook = { icon: Unplug, colour: 'orange' }

const looks: Readonly<Record<ReturnType<typeof outcomeKey>, StatusLook>> = {
  stored: { icon: CircleCheck, colour: 'teal' },
  unchanged: { icon: CircleMinus, colour: 'gray' },
  refused,
  failed,
  voided: { icon: Undo2, colour: 'orange' },
  interrupted: { icon: PowerOff, colour: 'orange' },
  open: { icon: CircleDot, colour: 'blue' },
  unknown: { icon: CircleHelp, colour: 'gray' },
}

const verdictLooks: Readonly<Record<Verdict, StatusLook>> = {
  valid: { icon: CircleCheck, colour: 'teal' },
  'wrong-credentials': refused,
  'not-permitted': refused,
  'different-account': refused,
  'clock-skew': { icon: ClockAlert, colour: 'orange' },
  throttled: { icon: ClockAlert, colour: 'orange' },
  unreachable: failed,
}

/** What came of a rotation, with its meaning as a title; a word that this console does not know stays as it came. */
export function OutcomeBadge({ outcome }: { readonly outcome: Word<RotationOutcome> | null }) {
  const { t } = useTranslation('custodians')
  const key = outcomeKey(outcome)
  return (
    <StatusBadge look={looks[key]} title={t(`outcomeMeaning.${key}`)}>
      {key === 'unknown' ? outcome : t(`outcome.${key}`)}
    </StatusBadge>
  )
}

/** The outcome of a rotation, or the verdict of a validation or check. */
export function AuditOutcomeBadge({ outcome }: { readonly outcome: string }) {
  const { t } = useTranslation('custodians')
  if (isKnown(RotationOutcome, outcome)) return <OutcomeBadge outcome={outcome} />
  if (!isKnown(Verdict, outcome)) return <NameText name={outcome} />
  return (
    <StatusBadge look={verdictLooks[outcome]} title={t(`verdict.${outcome}`)}>
      {t(`verdictShort.${outcome}`)}
    </StatusBadge>
  )
}

/** How an outcome is called on the other screens; one that this console does not know stays as it came. */
export function useOutcomeText(): (outcome: string) => string {
  const { t } = useTranslation('custodians')
  return (outcome) => {
    if (isKnown(RotationOutcome, outcome)) return t(`outcome.${outcome}`)
    return isKnown(Verdict, outcome) ? t(`verdictShort.${outcome}`) : outcome
  }
}
