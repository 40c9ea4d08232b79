import { Ban, CircleCheck, CircleDashed, CircleHelp, CircleX, RefreshCw } from 'lucide-react'
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

const off = { icon: Ban, colour: 'gray' }

const unknown = { icon: CircleHelp, colour: 'gray' }

type StateBadgeProps = { readonly state: Word<CustodianState>; readonly isDisabled?: boolean | undefined }

/** The state in a word and a sign, or that the custodian is disabled; the colour only repeats it. One that this console does not know keeps its word. */
export function StateBadge({ state, isDisabled = false }: StateBadgeProps) {
  const { t } = useTranslation('custodians')
  if (isDisabled)
    return (
      <StatusBadge look={off} title={t('disabledMeaning')}>
        {t('disabled')}
      </StatusBadge>
    )
  const known = isKnown(CustodianState, state) ? state : null
  return (
    <StatusBadge look={known ? looks[known] : unknown} title={t(`stateMeaning.${known ?? 'unknown'}`)}>
      {known ? t(`state.${known}`) : state}
    </StatusBadge>
  )
}
