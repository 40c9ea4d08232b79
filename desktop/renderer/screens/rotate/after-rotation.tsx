import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** In the place of the fields, which are gone with what was in them. */
export function AfterRotation({
  custodianId,
  onAgain,
}: {
  readonly custodianId: string
  readonly onAgain: () => void
}) {
  const { t } = useTranslation('rotate')
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t('after.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('after.about')}
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
