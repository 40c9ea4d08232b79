import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Unlock } from './use-unlock.ts'

/** Where there is nothing that a person could know: no passphrase, and no token but the console's own. */
export function ButtonUnlock({ unlock }: { readonly unlock: Unlock }) {
  const { t } = useTranslation('lock')
  return (
    <Button autoFocus loading={unlock.isPending} onClick={() => unlock.tryKey({ do: 'unlock-with', source: 'button' })}>
      {t('unlock')}
    </Button>
  )
}
