import { ActionIcon, Group } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'

type RowIcon = {
  readonly kind: string
  readonly icon: LucideIcon
  /** Says what it does, with the name of the row. */
  readonly label: string
  readonly onPress: () => void
}

/** What can be done with a row of a table, where there is no room for words. */
export function RowIcons({ icons }: { readonly icons: readonly RowIcon[] }) {
  return (
    <Group gap={6} wrap="nowrap">
      {icons.map(({ kind, icon: Icon, label, onPress }) => (
        <ActionIcon key={kind} variant="subtle" size="sm" aria-label={label} title={label} onClick={onPress}>
          <Icon size={14} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  )
}
