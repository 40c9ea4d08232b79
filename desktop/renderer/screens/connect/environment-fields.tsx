import {
  Autocomplete,
  Box,
  ColorSwatch,
  Group,
  Input,
  Paper,
  Radio,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core'
import { EnvironmentColour } from '../../../bridge/profiles.ts'
import { EnvironmentBadge } from '../../parts/environment-badge.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import classes from './profiles.module.css'
import type { DraftForm, DraftValues } from './use-profile-form.ts'

/** Suggested; any other label may be typed. */
const labelNames = ['production', 'staging', 'test', 'development'] as const

/** What tells this environment from the others at a glance. */
export function EnvironmentFields({ form }: { readonly form: DraftForm }) {
  const { t } = useTranslation('connect')
  const labels = labelNames.map((name) => t(`labels.${name}`))
  return (
    <Stack gap="md">
      <Title order={2} size="h5">
        {t('environment')}
      </Title>
      <Autocomplete
        label={t('label')}
        description={t('labelHint')}
        required
        data={labels}
        maxLength={24}
        {...form.getInputProps('environment.label')}
      />
      <Radio.Group label={t('colour')} {...form.getInputProps('environment.colour')}>
        <SimpleGrid mt="xs" cols={{ base: 2, xs: 4 }} spacing="xs" verticalSpacing="xs">
          {EnvironmentColour.options.map((colour) => (
            <Radio
              key={colour}
              value={colour}
              label={
                <Group gap={6} wrap="nowrap">
                  <ColorSwatch color={`var(--mantine-color-${colour}-6)`} size={14} withShadow={false} aria-hidden />
                  <Text span size="sm">
                    {t(`colours.${colour}`)}
                  </Text>
                </Group>
              }
            />
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Switch
        label={t('isProduction')}
        description={t('isProductionHint')}
        {...form.getInputProps('environment.isProduction', { type: 'checkbox' })}
      />
    </Stack>
  )
}

/** The band and the line that will stand over every page, as the draft has them now. */
export function HeaderPreview({ draft }: { readonly draft: DraftValues }) {
  const { t } = useTranslation('connect')
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
