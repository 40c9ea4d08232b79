import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '../../../../../shared/webhooks.ts'
import { Empty } from '../../../parts/empty.tsx'
import { NameText, PlainText } from '../../../parts/plain-text.tsx'
import { QueryView } from '../../../parts/query-view.tsx'
import { RowTable } from '../../../parts/row-table.tsx'
import { CutNotice, ShownCount } from '../../../parts/shown-count.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { CreateWebhookDialog } from './create-webhook.tsx'
import { useWebhooks } from './use-webhooks.ts'
import { hasTwoSecrets, webhookStatus } from './webhook-status.ts'
import { useEventTitle, useNeed, useScopeText, WebhookBadge } from './webhook-words.tsx'

/** Where events are sent, and what each webhook needs. */
export function WebhooksPart() {
  const { t } = useTranslation()
  const query = useWebhooks()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <QueryView query={query}>
        {({ rows, isCut }) => (
          <>
            {isCut && <CutNotice>{t('cut', { count: rows.length })}</CutNotice>}
            <WebhookList webhooks={rows} onCreate={() => setCreating(true)} />
          </>
        )}
      </QueryView>
      {isCreating && <CreateWebhookDialog known={query.data?.rows} onClose={() => setCreating(false)} />}
    </>
  )
}

type WebhookListProps = { readonly webhooks: readonly Webhook[]; readonly onCreate: () => void }

function WebhookList({ webhooks, onCreate }: WebhookListProps) {
  const { t } = useTranslation('webhooks')
  const mayWrite = useMay('webhooks:write')
  const count = webhooks.length
  return (
    <>
      <Group justify="space-between">
        <ShownCount shown={count} all={count} whole={t('count', { count })} />
        {mayWrite && (
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={onCreate}>
            {t('add')}
          </Button>
        )}
        {mayWrite === false && <Text size="sm">{t('common:lacks', { permission: 'webhooks:write' })}</Text>}
      </Group>
      {count > 0 ? <Webhooks webhooks={webhooks} /> : <Empty title={t('none')} hint={t('noneHint')} />}
    </>
  )
}

const columns = [
  { id: 'name', width: 190, grows: true },
  { id: 'events', width: 180 },
  { id: 'scope', width: 150 },
  { id: 'state', width: 230 },
] as const

function Webhooks({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { t } = useTranslation('webhooks')
  const titleOf = (id: (typeof columns)[number]['id']) =>
    id === 'name' ? t('administration:name') : t(`columns.${id}`)
  return (
    <RowTable
      label={t('administration:parts.webhooks')}
      columns={columns.map((column) => ({ ...column, title: titleOf(column.id) }))}
      rows={webhooks}
      keyOf={({ id }) => id}
    >
      {(webhook) => <WebhookCells webhook={webhook} />}
    </RowTable>
  )
}

function WebhookCells({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const eventTitle = useEventTitle()
  const scopeText = useScopeText()
  const need = useNeed()
  return (
    <>
      <th scope="row">
        <Anchor component={Link} to={`/administration/webhooks/${webhook.id}`} size="sm" fw={600}>
          <NameText name={webhook.name} />
        </Anchor>
        <Text size="xs" c="dimmed" component="div">
          <PlainText text={webhook.url} isOneLine />
        </Text>
      </th>
      <td>
        {webhook.eventTypes.map((type) => (
          <Text key={type} size="xs">
            {eventTitle(type)}
          </Text>
        ))}
      </td>
      <td>
        <PlainText text={scopeText(webhook.tenantIds)} />
      </td>
      <td>
        <WebhookBadge webhook={webhook} />
        {webhookStatus(webhook) !== 'enabled' && <Text size="xs">{need(webhook)}</Text>}
        {hasTwoSecrets(webhook, Date.now()) && <Text size="xs">{t('twoSecretsText')}</Text>}
      </td>
    </>
  )
}
