import { Ban, CircleCheck } from 'lucide-react'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useTranslation } from '../../parts/use-translation.ts'

const looks = { off: { icon: Ban, colour: 'gray' }, on: { icon: CircleCheck, colour: 'teal' } } as const

export function EnabledBadge({ isDisabled }: { readonly isDisabled: boolean }) {
  const { t } = useTranslation('administration')
  const text = t(isDisabled ? 'disabled' : 'enabled')
  return (
    <StatusBadge look={isDisabled ? looks.off : looks.on} title={text}>
      {text}
    </StatusBadge>
  )
}
