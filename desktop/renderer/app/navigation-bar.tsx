import { AppShell, Badge, NavLink } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { LockKeyhole } from 'lucide-react'
import { useAttention } from '../data/use-attention.ts'
import { numberText } from '../parts/number-text.ts'
import { useTranslation } from '../parts/use-translation.ts'
import { useConsole } from '../session/console-state.ts'
import { asides, destinations, isOffered, withoutServer } from '../session/navigation.ts'
import { useSession } from '../session/session.ts'
import classes from './navigation-bar.module.css'

export function Navigation() {
  const { t } = useTranslation()
  const hasServer = useConsole().profiles.length > 0
  const session = useSession()
  const places = destinations
    .filter(({ to }) => hasServer || withoutServer.has(to))
    .filter((place) => isOffered(place, session))
  return (
    <AppShell.Navbar p="xs" aria-label={t('navigation')}>
      <AppShell.Section grow>
        {places.map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
      </AppShell.Section>
      <AppShell.Section>
        {asides.map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
      </AppShell.Section>
    </AppShell.Navbar>
  )
}

/** How much of what is loaded needs an operator: all of it at home, and of the custodians. */
function useCount(to: string): number {
  const { items } = useAttention({ isLoading: false })
  if (to === '/home') return items.length
  return to === '/custodians' ? items.filter(({ custodian }) => custodian !== null).length : 0
}

type PlaceLinkProps = { readonly place: (typeof destinations | typeof asides)[number] }

/** A screen the token may not read can be gone to all the same: it says what is missing. */
function PlaceLink({ place: { to, words, icon: Icon, ...place } }: PlaceLinkProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useSession()
  const needs = 'needs' in place ? place.needs : null
  const isLacking = needs !== null && session?.permissions.includes(needs) === false
  const isHere = pathname.startsWith(to)
  const count = useCount(to)
  return (
    <NavLink
      component={Link}
      to={to}
      label={t(words)}
      title={isLacking ? t('lacks', { permission: needs }) : t(words)}
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={
        isLacking ? (
          <LockKeyhole size={14} aria-hidden />
        ) : (
          count > 0 && (
            <Badge size="sm" variant="light" color="red" aria-hidden>
              {numberText(count)}
            </Badge>
          )
        )
      }
      py={7}
      mb={2}
      classNames={{ label: classes.label ?? '', section: classes.section ?? '' }}
      active={isHere}
      {...(isLacking && { c: 'dimmed' })}
      {...(count > 0 && { 'aria-description': t('needAttention', { count }) })}
      {...(isHere && { 'aria-current': 'page' as const })}
    />
  )
}
