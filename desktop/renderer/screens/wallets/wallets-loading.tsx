import { Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import grid from '../../parts/virtual-grid/virtual-grid.module.css'

/** Of the size of what will stand there. */
export function WalletsLoading() {
  const { t } = useTranslation()
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <Group h={60} align="flex-end">
        <Skeleton height={36} width={360} />
      </Group>
      <Skeleton height={22} width={160} />
      <Skeleton className={grid.scroller ?? ''} />
    </Stack>
  )
}
