import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { bridge } from '../session/bridge.ts'
import { destinations } from '../session/navigation.ts'
import { queryClient } from '../session/query-client.ts'
import { readAgain } from '../session/sign-in-request.ts'
import { commandPalette } from './command-palette.tsx'

/** Elements in which the keys mean something else. */
const whileTypingToo: string[] = []

/** The shortcuts that work on every screen; those of the palette and of search fields are their own. */
export function useShortcuts(): void {
  const navigate = useNavigate()
  useHotkeys(
    [
      ...destinations.map(({ to, digit }): [string, () => void] => [`mod+${digit}`, () => void navigate({ to })]),
      ['mod+L', () => void bridge.lock({ do: 'lock' })],
      ['mod+R', () => void readAgain(() => queryClient.refetchQueries({ type: 'active' }))],
    ],
    whileTypingToo,
  )
  useHotkeys([['shift+?', () => void navigate({ to: '/shortcuts' })]])
}

/** Follows what is chosen in the menu of the system: a screen by its path, or a deed by its name. */
export function useMenuCommands(): void {
  const navigate = useNavigate()
  useEffect(
    () =>
      bridge.on('command', (command) => {
        if (command === 'lock') void bridge.lock({ do: 'lock' })
        else if (command === 'palette') commandPalette.open()
        else void navigate({ to: command })
      }),
    [navigate],
  )
}
