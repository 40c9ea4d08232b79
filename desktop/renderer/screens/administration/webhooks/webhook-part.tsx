import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ChevronLeft, CircleAlert, KeyRound, Send } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '../../../../../shared/webhooks.ts'
import { useChange } from '../../../data/use-change.ts'
import { announce } from '../../../parts/announcer.tsx'
import { BusyButton } from '../../../parts/busy-button.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { FailureNotice } from '../../../parts/failure-notice.tsx'
import { SharedLoadFailures } from '../../../parts/load-failure.tsx'
import { nameText, PlainText } from '../../../parts/plain-text.tsx'
import { QueryView } from '../../../parts/query-view.tsx'
import { useWindowTitle } from '../../../parts/screen-frame.tsx'
import { localOf } from '../../../parts/time-text.ts'
import { useTranslation } from '../../../parts/use-translation.ts'
import { client } from '../../../session/api.ts'
import { failureFrom } from '../../../session/failure.ts'
import { useMay } from '../../../session/session.ts'
import { DeliveriesSection } from './deliveries.tsx'
import { useWebhook } from './use-webhooks.ts'
import { AskWebhookDialog, EditWebhookDialog } from './webhook-dialogs.tsx'
import { RotateSecretDialog } from './webhook-secret.tsx'
import { hasTwoSecrets, webhookStatus } from './webhook-status.ts'
import { useEventTitle, useNeed, useScopeText, WebhookBadge } from './webhook-words.tsx'

/** One webhook: what it needs, what can be done with it, and what was sent to it. */
export function WebhookPart() {
  const { t } = useTranslation('webhooks')
  const { webhookId } = useParams({ from: '/administration/webhooks/$webhookId' })
  const query = useWebhook(webhookId)
  const isGone = query.error !== null && failureFrom(query.error).code === 'NotFound'
  return (
    <Stack gap="md">
      <Anchor component={Link} to="/administration/webhooks" size="xs" w="fit-content">
        <ChevronLeft size={14} aria-hidden /> {t('back')}
      </Anchor>
      {isGone ? (
        <Empty title={t('notFound')} hint={t('notFoundHint')} />
      ) : (
        <SharedLoadFailures>
          <QueryView query={query} what={t('reads.webhook')}>
            {(webhook) => <OneWebhook key={webhook.id} webhook={webhook} />}
          </QueryView>
        </SharedLoadFailures>
      )}
    </Stack>
  )
}

type Asked = 'edit' | 'rotate' | 'disable' | 'enable' | 'delete'

function OneWebhook({ webhook }: { readonly webhook: Webhook }) {
  const navigate = useNavigate()
  const mayWrite = useMay('webhooks:write')
  const [asked, setAsked] = useState<Asked | null>(null)
  useWindowTitle(nameText(webhook.name))
  const close = () => setAsked(null)
  const done = () => {
    if (asked === 'delete') void navigate({ to: '/administration/webhooks' })
    close()
  }
  return (
    <>
      <Header webhook={webhook} mayWrite={mayWrite} onAsk={setAsked} />
      <Needs webhook={webhook} />
      <WebhookFacts webhook={webhook} />
      <DeliveriesSection webhook={webhook} mayWrite={mayWrite === true} />
      {asked === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {asked === 'rotate' && <RotateSecretDialog webhook={webhook} onClose={close} />}
      {(asked === 'disable' || asked === 'enable' || asked === 'delete') && (
        <AskWebhookDialog webhook={webhook} verb={asked} onDone={done} onClose={close} />
      )}
    </>
  )
}

type HeaderProps = {
  readonly webhook: Webhook
  /** Null until it is known. */
  readonly mayWrite: boolean | null
  readonly onAsk: (asked: Asked) => void
}

function Header({ webhook, mayWrite, onAsk }: HeaderProps) {
  const { t } = useTranslation('webhooks')
  return (
    <Group justify="space-between" gap="md">
      <Group gap="md">
        <Title order={2} size="h4">
          <PlainText text={webhook.name} />
        </Title>
        <WebhookBadge webhook={webhook} />
      </Group>
      {mayWrite && <Actions webhook={webhook} onAsk={onAsk} />}
      {mayWrite === false && <Text size="sm">{t('common:lacks', { permission: 'webhooks:write' })}</Text>}
    </Group>
  )
}

function Actions({ webhook, onAsk }: Pick<HeaderProps, 'webhook' | 'onAsk'>) {
  const { t } = useTranslation('webhooks')
  const ping = useChange(
    () => client.webhooks.ping.mutate({ webhookId: webhook.id }),
    () => announce(t('pinged')),
  )
  const ask = (asked: Asked, text: string) => (
    <Button key={asked} variant="default" onClick={() => onAsk(asked)}>
      {text}
    </Button>
  )
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        {webhook.disabled ? (
          ask('enable', t('administration:objects.enable'))
        ) : (
          <>
            <BusyButton
              variant="default"
              leftSection={<Send size={16} aria-hidden />}
              loading={ping.isPending}
              onClick={() => ping.mutate(undefined)}
            >
              {t('ping')}
            </BusyButton>
            {ask('edit', t('edit'))}
            {ask('rotate', t('rotate'))}
            {ask('disable', t('administration:objects.disable'))}
          </>
        )}
        {ask('delete', t('administration:objects.delete'))}
      </Group>
      {ping.failure && <FailureNotice failure={ping.failure} />}
    </Stack>
  )
}

/** What an administrator has to act on, or has to know. */
function Needs({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const need = useNeed()
  const { previousSecretUntil } = webhook
  return (
    <>
      {webhookStatus(webhook) !== 'enabled' && (
        <Alert color="orange" variant="light" icon={<CircleAlert aria-hidden />}>
          {need(webhook)}
        </Alert>
      )}
      {previousSecretUntil !== null && hasTwoSecrets(webhook, Date.now()) && (
        <Alert
          color="blue"
          variant="light"
          icon={<KeyRound aria-hidden />}
          title={t('twoSecrets', { until: localOf(previousSecretUntil) })}
        >
          {t('twoSecretsText')}
        </Alert>
      )}
    </>
  )
}

function WebhookFacts({ webhook: { id, url, eventTypes, tenantIds } }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const eventTitle = useEventTitle()
  const scopeText = useScopeText()
  return (
    <Facts
      facts={[
        [
          t('url'),
          <Group key="url" gap={4} wrap="nowrap">
            <Text size="sm" ff="monospace" component="div">
              <PlainText text={url} />
            </Text>
            <CopyButton text={url} what={t('url')} />
          </Group>,
        ],
        [t('columns.events'), eventTypes.map(eventTitle).join(', ')],
        [t('tenants'), <PlainText key="tenants" text={scopeText(tenantIds)} />],
        [t('administration:id'), id],
      ]}
    />
  )
}
