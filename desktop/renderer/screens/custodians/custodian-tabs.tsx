import { Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './custodian-tabs.module.css'

const parts = [
  { to: '/custodians/$custodianId', words: 'overview' },
  { to: '/custodians/$custodianId/rotate', words: 'rotate' },
  { to: '/custodians/$custodianId/wallets', words: 'wallets' },
  { to: '/custodians/$custodianId/history', words: 'history' },
] as const

/** The parts of a custodian; each has an address of its own, so these are links. */
export function CustodianTabs({ custodianId }: { readonly custodianId: string }) {
  const { t } = useTranslation('custodians')
  return (
    <Group component="nav" gap="xs" aria-label={t('tabs.label')} className={classes.tabs ?? ''}>
      {parts.map(({ to, words }) => (
        <Link key={to} to={to} params={{ custodianId }} activeOptions={{ exact: true }} className={classes.tab}>
          {t(`tabs.${words}`)}
        </Link>
      ))}
    </Group>
  )
}
