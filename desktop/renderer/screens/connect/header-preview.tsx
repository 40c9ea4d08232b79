import { Box, Group, Input, Paper, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EnvironmentBadge } from '../../parts/environment-badge.tsx'
import classes from './profiles.module.css'
import type { DraftValues } from './use-profile-form.ts'

/** The band and the line that will stand over every page, as the draft has them now. */
export function HeaderPreview({ draft }: { readonly draft: DraftValues }) {
  const { t } = useTranslation(['connect', 'common'])
  const { name, url, environment } = draft
  return (
    <Stack gap={6} mt="lg">
      <Input.Label component="span">{t('preview')}</Input.Label>
      <Paper withBorder className={classes.row}>
        <Box h={4} bg={`${environment.colour}.6`} aria-hidden />
        <Group px="md" py="xs" gap="md">
          <Text fw={700} size="lg">
            {t('common:product')}
          </Text>
          <EnvironmentBadge environment={environment} />
          <Text size="sm">{name || t('previewName')}</Text>
          <Text size="sm" c="dimmed" ff="monospace">
            {url || 'https://'}
          </Text>
        </Group>
      </Paper>
    </Stack>
  )
}
