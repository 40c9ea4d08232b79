import { useTranslation } from 'react-i18next'
import { BusyButton } from '../../parts/busy-button.tsx'
import type { Unlock } from './use-unlock.ts'

/** Where there is nothing that a person could know: no passphrase, and no token but the console's own. */
export function ButtonUnlock({ unlock }: { readonly unlock: Unlock }) {
  const { t } = useTranslation('lock')
  return (
    <BusyButton
      autoFocus
      loading={unlock.isPending}
      onClick={() => unlock.tryKey({ do: 'unlock-with', source: 'button' })}
    >
      {t('unlock')}
    </BusyButton>
  )
}
