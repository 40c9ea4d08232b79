import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from './use-translation.ts'

type ScreenFrameProps = {
  readonly title: string
  readonly about?: string
  /** At the left of the title. */
  readonly emblem?: ReactNode
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of a screen: one heading, what it is about, what can be done, then the content. */
export function ScreenFrame({ title, about, emblem, actions, children }: ScreenFrameProps) {
  useWindowTitle(title)
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        {emblem}
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

/** Names the window after what it shows, which is also how a screen reader says where one has come. */
export function useWindowTitle(title: string): void {
  const { t } = useTranslation()
  const product = t('product')
  useEffect(() => {
    document.title = `${title} · ${product}`
    return () => {
      document.title = product
    }
  }, [title, product])
}
