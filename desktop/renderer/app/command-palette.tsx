import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { bridge } from '../bridge.ts'
import { useActiveProfile, useConsole } from '../console-state.ts'
import { nameText } from '../parts/name-text.tsx'
import { asides, destinations } from './navigation.ts'
import { filterByWords } from './palette-filter.ts'

/** More results than these help nobody; the next letter narrows them. */
const mostResults = 12

const parts = ['rotate', 'wallets', 'history'] as const

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
  return {
    group: t('palette:screens'),
    actions: [...destinations, ...asides].map(({ to, words }) => ({
      id: to,
      label: t(`common:${words}`),
      onClick: () => void navigate({ to }),
    })),
  }
}

function useCustodians(): SpotlightActionGroupData {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const isSignedIn = useActiveProfile()?.isSignedIn ?? false
  const { data } = useQuery(api.custodians.list.queryOptions({}, { enabled: isSignedIn }))
  // There may be thousands.
  const actions = useMemo(
    () =>
      data?.flatMap(({ id, name }) => {
        const shownName = nameText(name)
        const params = { custodianId: id }
        return [
          { id, label: shownName, onClick: () => void navigate({ to: '/custodians/$custodianId', params }) },
          ...parts.map((part) => ({
            id: `${part} ${id}`,
            label: t(part, { name: shownName }),
            onClick: () => void navigate({ to: `/custodians/$custodianId/${part}`, params }),
          })),
        ]
      }) ?? [],
    [data, navigate, t],
  )
  return { group: t('custodians'), actions }
}

function useDeeds(): SpotlightActionGroupData {
  const { t } = useTranslation('palette')
  const { profiles, activeProfileId } = useConsole()
  const others = profiles.filter(({ id }) => id !== activeProfileId)
  return {
    group: t('deeds'),
    actions: [
      { id: 'lock', label: t('lock'), onClick: () => void bridge.lock({ do: 'lock' }) },
      ...others.map(({ id, name, environment: { label } }) => ({
        id: `use ${id}`,
        label: t('use', { name, label }),
        onClick: () => void bridge.profile({ do: 'select', id }),
      })),
    ],
  }
}
