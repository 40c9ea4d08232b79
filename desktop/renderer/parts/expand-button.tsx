import { ActionIcon } from '@mantine/core'
import { ChevronDown, ChevronRight } from 'lucide-react'

type ExpandButtonProps = { readonly isOpened: boolean; readonly label: string; readonly onToggle: () => void }

/** Shows and hides the details of a row. */
export function ExpandButton({ isOpened, label, onToggle }: ExpandButtonProps) {
  const Chevron = isOpened ? ChevronDown : ChevronRight
  return (
    <ActionIcon
      size="xs"
      mr={8}
      variant="subtle"
      color="gray"
      aria-expanded={isOpened}
      aria-label={label}
      onClick={onToggle}
    >
      <Chevron size={14} aria-hidden />
    </ActionIcon>
  )
}
