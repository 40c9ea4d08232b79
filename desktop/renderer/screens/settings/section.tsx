import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type SectionProps = { readonly title: string; readonly about?: string; readonly children: ReactNode }

export function Section({ title, about, children }: SectionProps) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {about && (
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      )}
      {children}
    </Stack>
  )
}
