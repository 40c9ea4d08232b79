import { Stack, Table, Text } from '@mantine/core'
import { CircleCheck, CircleDot, CircleHelp, CircleX, RotateCw } from 'lucide-react'
import { type Delivery, type DeliveryAttempt, DeliveryState } from '../../../../../shared/webhook-deliveries.ts'
import { isKnown } from '../../../../bridge/new-words.ts'
import { durationText } from '../../../data/rotation-text.ts'
import { useChange } from '../../../data/use-change.ts'
import { announce } from '../../../parts/announcer.tsx'
import { CopyableId } from '../../../parts/copy-button.tsx'
import { ExpandButton } from '../../../parts/expand-button.tsx'
import { FailureNotice } from '../../../parts/failure-notice.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { PlainText } from '../../../parts/plain-text.tsx'
import { RowIcons } from '../../../parts/row-icons.tsx'
import { RowTable, useOpenRows } from '../../../parts/row-table.tsx'
import { StatusBadge, type StatusLook } from '../../../parts/status-badge.tsx'
import { localOf } from '../../../parts/time-text.ts'
import { useTranslation } from '../../../parts/use-translation.ts'
import { client } from '../../../session/api.ts'
import { useEventTitle } from './webhook-words.tsx'

const columns = [
  { id: 'when', width: 240 },
  { id: 'type', width: 115, grows: true },
  { id: 'state', width: 150 },
  { id: 'answer', width: 160 },
] as const

/** Pixels of the column with the button. */
const actionsWidth = 85

type DeliveriesTableProps = { readonly deliveries: readonly Delivery[]; readonly mayRedeliver: boolean }

/** Deliveries, newest first; each opens to its attempts. */
export function DeliveriesTable({ deliveries, mayRedeliver }: DeliveriesTableProps) {
  const { t } = useTranslation('webhooks')
  const { isOpen, toggle } = useOpenRows()
  const redeliver = useChange(
    ({ webhookId, eventId }: Delivery) => client.webhooks.redeliver.mutate({ webhookId, eventId }),
    () => announce(t('deliveries.redelivered')),
  )
  const actions = { id: 'actions', title: t('administration:actions'), width: actionsWidth }
  return (
    <>
      {redeliver.failure && <FailureNotice failure={redeliver.failure} />}
      <RowTable
        label={t('deliveries.title')}
        columns={[
          ...columns.map((column) => ({ ...column, title: t(`deliveries.columns.${column.id}`) })),
          ...(mayRedeliver ? [actions] : []),
        ]}
        rows={deliveries}
        keyOf={({ eventId }) => eventId}
        detail={(delivery) => (isOpen(delivery.eventId) ? <Attempts delivery={delivery} /> : null)}
      >
        {(delivery) => (
          <DeliveryCells
            delivery={delivery}
            isOpened={isOpen(delivery.eventId)}
            onToggle={() => toggle(delivery.eventId)}
            onRedeliver={mayRedeliver ? () => redeliver.mutate(delivery) : null}
          />
        )}
      </RowTable>
    </>
  )
}

type DeliveryCellsProps = {
  readonly delivery: Delivery
  readonly isOpened: boolean
  readonly onToggle: () => void
  readonly onRedeliver: (() => void) | null
}

function DeliveryCells({ delivery, isOpened, onToggle, onRedeliver }: DeliveryCellsProps) {
  const { t } = useTranslation('webhooks')
  const { at, type, attempts } = delivery
  const title = useEventTitle()(type)
  const answer = useAnswerText()
  const last = attempts.at(-1)
  const when = localOf(at)
  return (
    <>
      <th scope="row">
        <ExpandButton isOpened={isOpened} label={t('deliveries.details', { when })} onToggle={onToggle} />
        <Moment at={at} size="sm" />
      </th>
      <td>
        <PlainText text={title} />
      </td>
      <td>
        <DeliveryBadge state={delivery.state} />
      </td>
      <td>
        {last ? <PlainText text={answer(last)} /> : t('deliveries.never')}
        {attempts.length > 1 && (
          <Text size="xs" c="dimmed">
            {t('deliveries.tried', { count: attempts.length })}
          </Text>
        )}
      </td>
      {onRedeliver && (
        <td>
          <RowIcons
            icons={[
              {
                kind: 'redeliver',
                icon: RotateCw,
                label: t('deliveries.redeliver', { type: title, when }),
                onPress: onRedeliver,
              },
            ]}
          />
        </td>
      )}
    </>
  )
}

const looks: Readonly<Record<DeliveryState, StatusLook>> = {
  pending: { icon: CircleDot, colour: 'blue' },
  delivered: { icon: CircleCheck, colour: 'teal' },
  failed: { icon: CircleX, colour: 'red' },
}

function DeliveryBadge({ state }: { readonly state: string }) {
  const { t } = useTranslation('webhooks')
  if (!isKnown(DeliveryState, state))
    return (
      <StatusBadge look={{ icon: CircleHelp, colour: 'gray' }} title={t('custodians:stateMeaning.unknown')}>
        {state}
      </StatusBadge>
    )
  return (
    <StatusBadge look={looks[state]} title={t(`deliveries.stateMeaning.${state}`)}>
      {t(`deliveries.states.${state}`)}
    </StatusBadge>
  )
}

const faults = ['private-address', 'dns', 'refused', 'no-route', 'connect-timeout', 'timeout', 'reset'] as const

/** What a receiver answered, or why there was no answer; a word of a newer server stays as it came. */
function useAnswerText(): (attempt: DeliveryAttempt) => string {
  const { t } = useTranslation('webhooks')
  return ({ status, error }) => {
    if (status !== null) return t('deliveries.status', { status })
    const fault = error ?? ''
    if (fault.startsWith('tls-')) return t('faults.tls', { fault })
    return isKnown({ options: faults }, fault) ? t(`faults.${fault}`) : fault
  }
}

/** Every attempt that is known, the latest last, and when the next one is made. */
function Attempts({ delivery: { attempts, dueAt, eventId } }: { readonly delivery: Delivery }) {
  const { t } = useTranslation('webhooks')
  const answer = useAnswerText()
  return (
    <Stack gap="xs" py="xs">
      {attempts.length > 0 && (
        <Table aria-label={t('deliveries.attempts')} verticalSpacing={4} withRowBorders={false} w="auto">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('deliveries.attempt.at')}</Table.Th>
              <Table.Th>{t('deliveries.attempt.answer')}</Table.Th>
              <Table.Th>{t('deliveries.attempt.duration')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {attempts.map((attempt) => (
              <Table.Tr key={attempt.at}>
                <Table.Td>
                  <Moment at={attempt.at} size="sm" />
                </Table.Td>
                <Table.Td>
                  <PlainText text={answer(attempt)} />
                </Table.Td>
                <Table.Td>{durationText(attempt.durationMs)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {dueAt !== null && (
        <Text size="sm">
          {t('deliveries.next')}: <Moment at={dueAt} span size="sm" />
        </Text>
      )}
      <CopyableId label={t('deliveries.eventId')} id={eventId} />
    </Stack>
  )
}
