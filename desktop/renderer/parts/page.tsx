import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWindowTitle } from './use-window-title.ts'

type PageProps = {
  readonly title: string
  readonly about?: string
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of a screen: one heading, what it is about, what can be done, then the content. */
export function Page({ title, about, actions, children }: PageProps) {
  useWindowTitle(title)
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={2} flex="1 1 280px">
          <Title order={1} size="h3">
            {title}
          </Title>
          {about && (
            <Text c="dimmed" size="sm">
              {about}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
