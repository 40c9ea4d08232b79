import { useTranslation } from 'react-i18next'
import { ProviderId } from '../../../../shared/providers.ts'
import { isKnown } from '../../../bridge/new-words.ts'
import { useCustodian } from '../../data/use-custodian.ts'
import { Empty } from '../../parts/empty.tsx'
import { useConsole } from '../../session/console-state.ts'
import { useMay } from '../../session/session.ts'
import { Rotate } from './rotate.tsx'

/** Replaces the keys of the custodian of the address. */
export function RotateScreen() {
  const { t } = useTranslation('rotate')
  const { activeProfileId } = useConsole()
  const custodian = useCustodian()
  const may = useMay('custodians:update')
  if (!custodian) return null
  if (may === false) return <Empty title={t('mayNot')} hint={t('mayNotHint')} />
  const { id, provider } = custodian
  if (!isKnown(ProviderId, provider))
    return <Empty title={t('newProvider')} hint={t('newProviderHint', { provider })} />
  // Another server or custodian begins with empty fields.
  return <Rotate key={`${activeProfileId} ${id} ${provider}`} custodian={{ ...custodian, provider }} />
}
