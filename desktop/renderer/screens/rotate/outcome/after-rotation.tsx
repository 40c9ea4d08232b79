import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type AfterRotationProps = {
  readonly custodianId: string
  readonly onAgain: () => void
  /** What became of it. */
  readonly children: ReactNode
}

/** In the place of the fields, which are gone with what was in them. */
export function AfterRotation({ custodianId, onAgain, children }: AfterRotationProps) {
  const { t } = useTranslation('rotate')
  return (
    <Stack gap="md">
      {children}
      <Text size="sm" c="dimmed">
        {t('after.cleared')}
      </Text>
      <Group gap="md">
        <Button variant="default" onClick={onAgain}>
          {t('after.again')}
        </Button>
        <Anchor component={Link} to={`/custodians/${custodianId}/history`} size="sm">
          {t('history')}
        </Anchor>
      </Group>
    </Stack>
  )
}
