import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { bridge } from '../bridge.ts'
import { destinations } from './navigation.ts'
import { queryClient } from './query-client.ts'

/** Search fields that `/` leads to carry this attribute. */
export const searchField = { 'data-search': true } as const

const focusSearch = () => document.querySelector<HTMLInputElement>('input[data-search]')?.focus()

/** The shortcuts that work on every screen; those of the palette are its own. */
export function useShortcuts(): void {
  const navigate = useNavigate()
  useHotkeys([
    ...destinations.map(({ to, digit }): [string, () => void] => [`mod+${digit}`, () => void navigate({ to })]),
    ['mod+L', () => void bridge.lock({ do: 'lock' })],
    ['mod+R', () => void queryClient.refetchQueries({ type: 'active' })],
    ['/', focusSearch],
    ['shift+?', () => void navigate({ to: '/shortcuts' })],
  ])
}
