import { AppShell, NavLink } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { destinations } from './navigation.ts'
import classes from './navigation-bar.module.css'

export function Navigation() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <AppShell.Navbar p="xs" aria-label={t('navigation')}>
      {destinations.map(({ to, words, icon: Icon }) => {
        const isHere = pathname.startsWith(to)
        return (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={t(words)}
            title={t(words)}
            leftSection={<Icon size={16} aria-hidden />}
            classNames={{ label: classes.label ?? '', section: classes.section ?? '' }}
            active={isHere}
            {...(isHere && { 'aria-current': 'page' as const })}
          />
        )
      })}
    </AppShell.Navbar>
  )
}
