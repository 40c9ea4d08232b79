import { Center, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type EmptyProps = { readonly title: string; readonly hint?: string; readonly action?: ReactNode }

/** Says that there is nothing, why that may be, and what would change it. */
export function Empty({ title, hint, action }: EmptyProps) {
  return (
    <Center py="xl">
      <Stack gap="xs" align="center" maw={420}>
        <Text fw={600}>{title}</Text>
        {hint && (
          <Text c="dimmed" size="sm" ta="center">
            {hint}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  )
}
