import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { bridge } from '../session/bridge.ts'
import { palette } from './palette-store.ts'

/** Follows what is chosen in the menu of the system: a screen by its path, or a deed by its name. */
export function useMenuCommands(): void {
  const navigate = useNavigate()
  useEffect(
    () =>
      bridge.on('command', (command) => {
        if (command === 'lock') void bridge.lock({ do: 'lock' })
        else if (command === 'palette') palette.open()
        else void navigate({ to: command })
      }),
    [navigate],
  )
}
