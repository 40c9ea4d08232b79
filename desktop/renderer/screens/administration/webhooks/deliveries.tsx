import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { DeliveryState } from '../../../../../shared/webhook-deliveries.ts'
import type { Webhook } from '../../../../../shared/webhooks.ts'
import { RefreshButton } from '../../../parts/busy-button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { LoadMore } from '../../../parts/load-more.tsx'
import { QueryView } from '../../../parts/query-view.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { DeliveriesTable } from './deliveries-table.tsx'
import { useDeliveries } from './use-webhooks.ts'

type DeliveriesProps = { readonly webhook: Webhook; readonly mayWrite: boolean }

/** What was sent to a webhook or is to be, with every attempt. */
export function DeliveriesSection({ webhook, mayWrite }: DeliveriesProps) {
  const { t } = useTranslation('webhooks')
  const [state, setState] = useState<DeliveryState | null>(null)
  const query = useDeliveries(webhook.id, state)
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <div>
          <Title order={3} size="h5">
            {t('deliveries.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('deliveries.about')}
          </Text>
        </div>
        <Group gap="xs">
          <StateFilter state={state} onState={setState} />
          <RefreshButton query={query} />
        </Group>
      </Group>
      <QueryView query={query} what={t('reads.deliveries')}>
        {(deliveries) =>
          deliveries.length > 0 ? (
            <>
              <DeliveriesTable deliveries={deliveries} mayRedeliver={mayWrite && !webhook.disabled} />
              <LoadMore
                query={query}
                count={t(query.hasNextPage ? 'deliveries.loaded' : 'deliveries.count', { count: deliveries.length })}
                label={t('deliveries.more')}
              />
            </>
          ) : (
            <Empty
              title={t(state === null ? 'deliveries.none' : 'deliveries.noneShown')}
              {...(state === null && { hint: t('deliveries.noneHint') })}
            />
          )
        }
      </QueryView>
    </Stack>
  )
}

type StateFilterProps = {
  readonly state: DeliveryState | null
  readonly onState: (state: DeliveryState | null) => void
}

function StateFilter({ state, onState }: StateFilterProps) {
  const { t } = useTranslation('webhooks')
  return (
    <NativeSelect
      aria-label={t('deliveries.show')}
      value={state ?? ''}
      data={[
        { value: '', label: t('deliveries.all') },
        ...DeliveryState.options.map((value) => ({ value, label: t(`deliveries.states.${value}`) })),
      ]}
      onChange={({ currentTarget }) => onState((currentTarget.value || null) as DeliveryState | null)}
    />
  )
}
