import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { bridge } from '../session/bridge.ts'
import { destinations } from '../session/navigation.ts'
import { queryClient } from '../session/query-client.ts'

/** Elements in which the keys mean something else. */
const whileTypingToo: string[] = []

/** The shortcuts that work on every screen; those of the palette and of search fields are their own. */
export function useShortcuts(): void {
  const navigate = useNavigate()
  useHotkeys(
    [
      ...destinations.map(({ to, digit }): [string, () => void] => [`mod+${digit}`, () => void navigate({ to })]),
      ['mod+L', () => void bridge.lock({ do: 'lock' })],
      ['mod+R', () => void queryClient.refetchQueries({ type: 'active' })],
    ],
    whileTypingToo,
  )
  useHotkeys([['shift+?', () => void navigate({ to: '/shortcuts' })]])
}
