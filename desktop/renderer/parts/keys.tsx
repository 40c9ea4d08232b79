import { Group, Kbd } from '@mantine/core'
import { useConsole } from '../session/console-state.ts'

const names: Readonly<Record<string, string>> = { Escape: 'Esc', Up: '↑', Down: '↓', Left: '←', Right: '→' }

/** The keys of a shortcut as they stand on the keyboard at hand; `mod` is Ctrl, on a Mac Command. */
export function Keys({ keys }: { readonly keys: string }) {
  const isMac = useConsole().versions.platform.startsWith('darwin')
  const nameOf = (key: string) => (key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : (names[key] ?? key))
  return (
    <Group component="span" gap={3} wrap="nowrap" display="inline-flex">
      {keys.split('+').map((key) => (
        <Kbd key={key} size="xs">
          {nameOf(key)}
        </Kbd>
      ))}
    </Group>
  )
}
