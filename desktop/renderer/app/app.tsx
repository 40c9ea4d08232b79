import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Announcer } from '../parts/announcer.tsx'
import { LockScreen } from '../screens/lock/lock-screen.tsx'
import { bridge } from '../session/bridge.ts'
import { useConsole } from '../session/console-state.ts'
import { queryClient } from '../session/query-client.ts'
import { screenRouter } from './router.tsx'
import { theme } from './theme.ts'

/** Minted per load by main; the policy of the page lets no other style in. */
const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''
// Where dialogs look for it, which style the page while they keep it from scrolling.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })

export function ConsoleApp() {
  const { settings, language, lock } = useConsole()
  useEffect(() => {
    if (!lock.isLocked) return
    queryClient.clear() // main drops what it loaded too
    notifications.clean()
  }, [lock.isLocked])
  usePlaceAfterUnlock(lock.isLocked)
  useEffect(() => {
    document.documentElement.dataset.density = settings.density
  }, [settings.density])
  return (
    <MantineProvider
      theme={theme}
      getStyleNonce={() => styleNonce}
      defaultColorScheme="auto"
      {...(settings.colourScheme !== 'auto' && { forceColorScheme: settings.colourScheme })}
    >
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          {!lock.isLocked && <Notifications position="bottom-right" />}
          <Announcer />
          {lock.isLocked ? <LockScreen key={language} /> : <RouterProvider key={language} router={screenRouter} />}
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Where a notification or the menu leads to while the console is locked is shown once it is unlocked. */
function usePlaceAfterUnlock(isLocked: boolean): void {
  const place = useRef<string | null>(null)
  useEffect(() => {
    if (!isLocked) return
    return bridge.on('command', (command) => {
      if (command.startsWith('/')) place.current = command
    })
  }, [isLocked])
  useEffect(() => {
    if (isLocked || place.current === null) return
    screenRouter.history.push(place.current)
    place.current = null
  }, [isLocked])
}
