import { AppShell, NavLink } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { LockKeyhole } from 'lucide-react'
import { useTranslation } from '../parts/use-translation.ts'
import { asides, destinations } from '../session/navigation.ts'
import { useSession } from '../session/session.ts'
import classes from './navigation-bar.module.css'

export function Navigation() {
  const { t } = useTranslation()
  return (
    <AppShell.Navbar p="xs" aria-label={t('navigation')}>
      <AppShell.Section grow>
        {destinations.map((place) => (
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

type PlaceLinkProps = { readonly place: (typeof destinations | typeof asides)[number] }

/** A screen the token may not read can be gone to all the same: it says what is missing. */
function PlaceLink({ place: { to, words, icon: Icon, ...place } }: PlaceLinkProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useSession()
  const needs = 'needs' in place ? place.needs : null
  const isLacking = needs !== null && session?.permissions.includes(needs) === false
  const isHere = pathname.startsWith(to)
  return (
    <NavLink
      component={Link}
      to={to}
      label={t(words)}
      title={isLacking ? t('lacks', { permission: needs }) : t(words)}
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={isLacking && <LockKeyhole size={14} aria-hidden />}
      py={7}
      mb={2}
      classNames={{ label: classes.label ?? '', section: classes.section ?? '' }}
      active={isHere}
      {...(isLacking && { c: 'dimmed' })}
      {...(isHere && { 'aria-current': 'page' as const })}
    />
  )
}
