import { Link, Navigate, Outlet, useMatches } from '@tanstack/react-router'
import type { Session } from '../../../../shared/session.ts'
import { Empty } from '../../parts/empty.tsx'
import { LinkTabs, tabClass } from '../../parts/link-tabs.tsx'
import { ScreenFrame } from '../../parts/screen-frame.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { administrationParts, isOffered } from '../../session/navigation.ts'
import { useSession } from '../../session/session.ts'

const partsFor = (session: Session | undefined) => administrationParts.filter((part) => isOffered(part, session))

/** What administrators do, each kind of object in a part of its own. */
export function AdministrationScreen() {
  const { t } = useTranslation('administration')
  const session = useSession()
  const [first] = partsFor(session)
  const isDeeper = useMatches().at(-1)?.routeId !== '/administration'
  if (session && first && !isDeeper) return <Navigate to={first.to} replace />
  return (
    <ScreenFrame title={t('title')} about={t('about')}>
      {session && !first ? <Empty title={t('nothing')} hint={t('nothingHint')} /> : <Parts session={session} />}
    </ScreenFrame>
  )
}

function Parts({ session }: { readonly session: Session | undefined }) {
  const { t } = useTranslation('administration')
  return (
    <>
      <LinkTabs label={t('parts.label')}>
        {partsFor(session).map(({ to, words }) => (
          <Link key={to} to={to} className={tabClass}>
            {t(`parts.${words}`)}
          </Link>
        ))}
      </LinkTabs>
      <Outlet />
    </>
  )
}
