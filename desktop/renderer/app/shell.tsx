import { AppShell, Container } from '@mantine/core'
import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { SignInDialog } from '../screens/connect/sign-in-dialog.tsx'
import { useActiveProfile } from '../session/console-state.ts'
import { withoutServer } from '../session/navigation.ts'
import { CommandPalette } from './command-palette.tsx'
import { FileNotice } from './file-notice.tsx'
import { GenerationNotice } from './generation-notice.tsx'
import { Header } from './header.tsx'
import { KeychainNotice } from './keychain-notice.tsx'
import { Navigation } from './navigation-bar.tsx'
import { SkipLink } from './skip-link.tsx'
import { useArrival } from './use-arrival.ts'
import { useMenuCommands } from './use-menu-commands.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** What stands around every screen. */
export function Shell() {
  const profile = useActiveProfile()
  useShortcuts()
  useMenuCommands()
  useArrival()
  const { pathname } = useLocation()
  if (!profile && !withoutServer.has(pathname)) return <Navigate to="/connect" />
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: { base: 60, sm: 208 }, breakpoint: 0 }} padding="lg">
      <SkipLink />
      <Header />
      <Navigation />
      <AppShell.Main id="content" tabIndex={-1}>
        <Container size={1440} mx={0} px={0}>
          <KeychainNotice />
          <FileNotice />
          <GenerationNotice />
          <Outlet />
        </Container>
      </AppShell.Main>
      <CommandPalette />
      <SignInDialog />
    </AppShell>
  )
}
