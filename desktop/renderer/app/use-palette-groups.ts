import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Building2, Coins, History, KeyRound, Lock, Server, UsersRound, Wallet } from 'lucide-react'
import { useMemo } from 'react'
import { useTenantNames } from '../data/use-custodians.ts'
import { nameText } from '../parts/plain-text.tsx'
import { useTranslation } from '../parts/use-translation.ts'
import { wholeReport } from '../screens/reserves/reserve-rows.ts'
import { reservesInput, useReservesView } from '../screens/reserves/use-reserves.ts'
import { api } from '../session/api.ts'
import { bridge } from '../session/bridge.ts'
import { useActiveProfile, useConsole } from '../session/console-state.ts'
import { administrationParts, asides, destinations, isOffered } from '../session/navigation.ts'
import { useSession } from '../session/session.ts'
import { idsIn, type PaletteGroup } from './palette-filter.ts'

const parts = [
  { part: 'rotate', icon: KeyRound },
  { part: 'wallets', icon: Wallet },
  { part: 'history', icon: History },
] as const

/** All that the palette leads to. */
export function usePaletteGroups(): readonly PaletteGroup[] {
  return [useScreens(), useAdministration(), ...useCustodians(), useTokens(), useDeeds()]
}

function useScreens(): PaletteGroup {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const session = useSession()
  return {
    title: t('palette:screens'),
    entries: [...destinations.filter((place) => isOffered(place, session)), ...asides].map(
      ({ to, words, icon, ...place }) => ({
        id: to,
        label: t(`common:${words}`),
        icon,
        ...('digit' in place && { keys: `mod+${place.digit}` }),
        go: () => void navigate({ to }),
      }),
    ),
  }
}

/** The parts of the administration, which are screens of their own. */
function useAdministration(): PaletteGroup {
  const { t } = useTranslation('administration')
  const navigate = useNavigate()
  const session = useSession()
  return {
    title: t('title'),
    isHidden: true,
    entries: administrationParts
      .filter((part) => isOffered(part, session))
      .map(({ to, words }) => ({
        id: to,
        label: t(`parts.${words}`),
        icon: UsersRound,
        go: () => void navigate({ to }),
      })),
  }
}

function useCustodians(): readonly PaletteGroup[] {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const enabled = useActiveProfile()?.isSignedIn ?? false
  const { data } = useQuery(api.custodians.list.queryOptions({}, { enabled }))
  const tenants = useTenantNames()
  // There may be thousands.
  return useMemo(() => {
    const custodians = (data ?? []).map(({ id, name, tenantId }) => {
      const about = nameText(tenants.get(tenantId) ?? '')
      return { params: { custodianId: id }, name: nameText(name), about }
    })
    const entries = custodians.map(({ params, name, about }) => ({
      id: params.custodianId,
      label: name,
      about,
      icon: Building2,
      go: () => void navigate({ to: '/custodians/$custodianId', params }),
    }))
    const parted = custodians.flatMap(({ params, name, about }) =>
      parts.map(({ part, icon }) => ({
        id: `${part} ${params.custodianId}`,
        label: t(part, { name }),
        about,
        icon,
        go: () => void navigate({ to: `/custodians/$custodianId/${part}`, params }),
      })),
    )
    return [
      { title: t('custodians'), entries },
      { title: t('parts'), entries: parted, isHidden: true },
    ]
  }, [data, tenants, navigate, t])
}

function useTokens(): PaletteGroup {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const session = useSession()
  const enabled = session?.tenant === null && session.permissions.includes('reserves:read')
  const { data } = useQuery(api.reports.reserves.queryOptions(reservesInput, { enabled, staleTime: 60_000 }))
  const [, show] = useReservesView()
  const about = t('common:reserves')
  const symbols = useMemo(() => [...new Set(data?.map(({ tokenSymbol }) => tokenSymbol))], [data])
  return {
    title: t('palette:tokens'),
    isHidden: true,
    entries: symbols.map((symbol) => ({
      id: `token ${symbol}`,
      label: nameText(symbol),
      about,
      icon: Coins,
      go: () => {
        show({ ...wholeReport, text: symbol })
        void navigate({ to: '/reserves' })
      },
    })),
  }
}

function useDeeds(): PaletteGroup {
  const { t } = useTranslation('palette')
  const { profiles, activeProfileId } = useConsole()
  const others = profiles.filter(({ id }) => id !== activeProfileId)
  return {
    title: t('actions'),
    entries: [
      { id: 'lock', label: t('lock'), icon: Lock, keys: 'mod+L', go: () => void bridge.lock({ do: 'lock' }) },
      ...others.map(({ id, name, environment: { label } }) => ({
        id: `use ${id}`,
        label: t('use', { name, label }),
        icon: Server,
        go: () => void bridge.profile({ do: 'select', id }),
      })),
    ],
  }
}

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
