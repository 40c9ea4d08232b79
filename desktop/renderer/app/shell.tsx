import { Anchor, AppShell, Container } from '@mantine/core'
import { type ErrorComponentProps, Link, Navigate, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Empty } from '../parts/empty.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useTranslation } from '../parts/use-translation.ts'
import { SignInDialog } from '../screens/connect/sign-in-dialog.tsx'
import { useActiveProfile } from '../session/console-state.ts'
import { failureFrom } from '../session/failure.ts'
import { withoutServer } from '../session/navigation.ts'
import { CommandPalette } from './command-palette.tsx'
import { Header } from './header.tsx'
import { Navigation } from './navigation-bar.tsx'
import { FileNotice, FreezeNotice, GenerationNotice, KeychainNotice } from './notices.tsx'
import classes from './skip-link.module.css'
import { useMenuCommands, useShortcuts } from './use-commands.ts'

/** What stands around every screen. */
export function Shell() {
  const profile = useActiveProfile()
  useShortcuts()
  useMenuCommands()
  useArrival()
  const { pathname } = useLocation()
  if (!profile && !withoutServer.has(pathname)) return <Navigate to="/connect" />
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: { base: 60, sm: 240 }, breakpoint: 0 }} padding="md">
      <SkipLink />
      <Header />
      <Navigation />
      <AppShell.Main id="content" tabIndex={-1}>
        <Container size={1760} mx={0} px={0}>
          <KeychainNotice />
          <FileNotice />
          <GenerationNotice />
          <FreezeNotice />
          <Outlet />
        </Container>
      </AppShell.Main>
      <CommandPalette />
      <SignInDialog />
    </AppShell>
  )
}

/** The first thing that the keyboard reaches: past the navigation. */
function SkipLink() {
  const { t } = useTranslation()
  const skip = () => document.getElementById('content')?.focus()
  return (
    <Anchor component="button" type="button" className={classes.link} onClick={skip}>
      {t('skipToContent')}
    </Anchor>
  )
}

/** A focus that went away with the screen that was left is at the beginning of the one that came. */
function useArrival(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged || document.activeElement !== document.body) return
        document.getElementById('content')?.focus({ preventScroll: true })
      }),
    [router],
  )
}

/** In the place of a screen that could not be drawn; what is around it stays. */
export const ScreenFailure = ({ error, reset }: ErrorComponentProps) => (
  <FailureNotice failure={failureFrom(error)} onRetry={reset} />
)

/** In the place of a screen that there is none of. */
export function NoScreen() {
  const { t } = useTranslation()
  const home = (
    <Anchor component={Link} to="/home" size="sm">
      {t('home')}
    </Anchor>
  )
  return <Empty title={t('noScreen')} action={home} />
}
