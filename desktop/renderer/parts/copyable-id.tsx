import { Group, Text } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'

export function CopyableId({ label, id }: { readonly label: string; readonly id: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {id}
      </Text>
      <CopyButton text={id} what={label} />
    </Group>
  )
}
