import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Rows where data will be, of the height of rows, so that nothing jumps when it comes. */
export function LoadingRows({ count = 6 }: { readonly count?: number }) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs" role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <Skeleton key={row} height={40} />
      ))}
    </Stack>
  )
}
