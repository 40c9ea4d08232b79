import { Card, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type SectionProps = { readonly title: string; readonly about?: string; readonly children: ReactNode }

export function Section({ title, about, children }: SectionProps) {
  return (
    <Card component="section" withBorder padding="lg" aria-label={title}>
      <Stack gap="md" align="flex-start">
        <Stack gap={4}>
          <Title order={2} size="h4">
            {title}
          </Title>
          {about && (
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          )}
        </Stack>
        {children}
      </Stack>
    </Card>
  )
}
