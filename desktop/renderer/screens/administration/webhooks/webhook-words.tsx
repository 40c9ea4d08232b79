import { Ban, CircleAlert, CircleCheck, CirclePause, CircleX } from 'lucide-react'
import { EventType, type Webhook } from '../../../../../shared/webhooks.ts'
import { isKnown } from '../../../../bridge/new-words.ts'
import { useTenantNames } from '../../../data/use-custodians.ts'
import { nameText } from '../../../parts/plain-text.tsx'
import { StatusBadge, type StatusLook } from '../../../parts/status-badge.tsx'
import { localOf } from '../../../parts/time-text.ts'
import { useTranslation } from '../../../parts/use-translation.ts'
import { type WebhookStatus, webhookStatus } from './webhook-status.ts'

/** What an event is called; one of a newer server keeps its word. */
export function useEventTitle(): (type: string) => string {
  const { t } = useTranslation('webhooks')
  return (type) => (isKnown(EventType, type) || type === 'webhook.ping' ? t(`events.${type}`) : type)
}

/** The tenants whose events are sent, by name. */
export function useScopeText(): (tenantIds: readonly string[] | null) => string {
  const { t } = useTranslation('webhooks')
  const names = useTenantNames()
  return (tenantIds) => tenantIds?.map((id) => nameText(names.get(id) ?? id)).join(', ') ?? t('allTenants')
}

const looks: Readonly<Record<WebhookStatus, StatusLook>> = {
  enabled: { icon: CircleCheck, colour: 'teal' },
  failing: { icon: CircleAlert, colour: 'orange' },
  disabled: { icon: CirclePause, colour: 'gray' },
  gone: { icon: Ban, colour: 'red' },
  'gave-up': { icon: CircleX, colour: 'red' },
}

/** What a webhook needs from an administrator, in a sentence. */
export function useNeed(): (webhook: Webhook) => string {
  const { t } = useTranslation('webhooks')
  return (webhook) => {
    const status = webhookStatus(webhook)
    return status === 'failing'
      ? t('needs.failing', { since: localOf(webhook.failingSince ?? '') })
      : t(`needs.${status}`)
  }
}

export function WebhookBadge({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const status = webhookStatus(webhook)
  return (
    <StatusBadge look={looks[status]} title={useNeed()(webhook)}>
      {t(`states.${status}`)}
    </StatusBadge>
  )
}
