import { useNavigate } from '@tanstack/react-router'
import { Wallet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/session.ts'
import { idsIn } from './ids-in.ts'
import type { PaletteGroup } from './palette-filter.ts'

/** The wallets of a custodian whose ids are typed, also where the token may not list custodians. */
export function useWalletsById(query: string): readonly PaletteGroup[] {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const session = useSession()
  const ids = session?.permissions.includes('wallets:read') ? idsIn(query, session.tenant?.id ?? null) : null
  if (!ids) return []
  const go = () => void navigate({ to: '/tenants/$tenantId/custodians/$custodianId/wallets', params: ids })
  return [{ title: t('byId'), entries: [{ id: 'wallets by id', label: t('walletsById', ids), icon: Wallet, go }] }]
}
