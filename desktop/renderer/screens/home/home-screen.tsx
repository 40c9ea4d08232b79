import { Stack } from '@mantine/core'
import { useCustodians } from '../../data/use-custodians.ts'
import { RefreshButton } from '../../parts/busy-button.tsx'
import { LoadingRows, QueryView } from '../../parts/query-view.tsx'
import { ScreenFrame } from '../../parts/screen-frame.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { queryClient } from '../../session/query-client.ts'
import { useMay } from '../../session/session.ts'
import { AttentionList } from './attention-list.tsx'
import { RecentActivity } from './recent-activity.tsx'

/** What is wrong and what to do about it, then what happened. */
export function HomeScreen() {
  const { t } = useTranslation('home')
  const query = useCustodians()
  const mayAudit = useMay('audit:read')
  const refresh = {
    isFetching: query.isFetching,
    refetch: () => queryClient.refetchQueries({ type: 'active' }),
  }
  return (
    <ScreenFrame title={t('title')} about={t('about')} actions={<RefreshButton query={refresh} />}>
      <Stack gap="lg">
        <QueryView query={query} loading={<LoadingRows count={4} />}>
          {(custodians) => <AttentionList count={custodians.length} />}
        </QueryView>
        {mayAudit && <RecentActivity />}
      </Stack>
    </ScreenFrame>
  )
}
