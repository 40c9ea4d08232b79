import { Badge } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export type StatusLook = { readonly icon: LucideIcon; readonly colour: string }

type StatusBadgeProps = { readonly look: StatusLook; readonly title: string; readonly children: ReactNode }

/** A status in a word and an icon; the colour only repeats them. */
export function StatusBadge({ look: { icon: Icon, colour }, title, children }: StatusBadgeProps) {
  return (
    <Badge variant="light" color={colour} fw={600} title={title} leftSection={<Icon size={12} aria-hidden />}>
      {children}
    </Badge>
  )
}
