import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { bridge } from '../bridge.ts'
import { useActiveProfile } from '../console-state.ts'
import { nameText } from '../parts/name-text.tsx'
import { destinations } from './navigation.ts'
import { filterByWords } from './palette-filter.ts'

/** More results than these help nobody; the next letter narrows them. */
const mostResults = 12

/** Goes to any screen, any custodian and any of its parts, by a few letters. */
export function CommandPalette() {
  const { t } = useTranslation('palette')
  return (
    <Spotlight
      actions={[useScreens(), useCustodians(), useDeeds()]}
      filter={filterByWords}
      shortcut="mod + K"
      limit={mostResults}
      scrollable
      maxHeight={420}
      nothingFound={t('nothing')}
      attributes={{ content: { 'aria-label': t('title') } }}
      searchProps={{ placeholder: t('placeholder'), 'aria-label': t('placeholder') }}
    />
  )
}

function useScreens(): SpotlightActionGroupData {
  const { t } = useTranslation(['palette', 'common'])
  const navigate = useNavigate()
  const other = [
    { to: '/shortcuts', label: t('common:shortcuts') },
    { to: '/about', label: t('common:about') },
  ] as const
  const all = [...destinations.map(({ to, words }) => ({ to, label: t(`common:${words}`) })), ...other]
  return {
    group: t('palette:screens'),
    actions: all.map(({ to, label }) => ({ id: to, label, onClick: () => void navigate({ to }) })),
  }
}

function useCustodians(): SpotlightActionGroupData {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const isSignedIn = useActiveProfile()?.isSignedIn ?? false
  const { data = [] } = useQuery(api.custodians.list.queryOptions({}, { enabled: isSignedIn }))
  const parts = ['rotate', 'wallets', 'history'] as const
  return {
    group: t('custodians'),
    actions: data.flatMap(({ id, name }) =>
      parts.map((part) => ({
        id: `${part} ${id}`,
        label: t(part, { name: nameText(name) }),
        onClick: () => void navigate({ to: `/custodians/$custodianId/${part}`, params: { custodianId: id } }),
      })),
    ),
  }
}

function useDeeds(): SpotlightActionGroupData {
  const { t } = useTranslation('palette')
  return {
    group: t('deeds'),
    actions: [{ id: 'lock', label: t('lock'), onClick: () => void bridge.lock({ do: 'lock' }) }],
  }
}
