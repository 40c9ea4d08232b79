import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type SectionProps = {
  readonly title: string
  readonly about?: string
  /** At the right of the title. */
  readonly aside?: ReactNode
  readonly children?: ReactNode
}

/** A part of a screen under a heading of its own. */
export function Section({ title, about, aside, children }: SectionProps) {
  return (
    <Paper component="section" withBorder p="lg">
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={4}>
            <Title order={2} size="h5">
              {title}
            </Title>
            {about && (
              <Text size="sm" c="dimmed">
                {about}
              </Text>
            )}
          </Stack>
          {aside}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}
